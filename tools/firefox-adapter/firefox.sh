#!/bin/sh
# Playwright starts this as the browser; see adapter.ts.
exec "$TAVLA_NODE" "$(dirname "$0")/adapter.ts" "$@"
