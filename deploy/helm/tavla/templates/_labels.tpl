{{- define "tavla.labels" -}}
app.kubernetes.io/name: tavla
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
