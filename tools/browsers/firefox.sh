#!/bin/sh
# Playwright starts this as the browser; see firefox-adapter.ts.
exec "$TAVLA_NODE" "$(dirname "$0")/firefox-adapter.ts" "$@"
