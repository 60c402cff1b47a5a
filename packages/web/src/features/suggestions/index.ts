export { SuggestingMark } from './suggesting-mark.tsx'
export { SuggestionList } from './suggestion-list.tsx'
export { pageSuggestions, SuggestionMarks } from './suggestion-marks.tsx'
export { SuggestionAnnouncer } from './suggestion-announcer.tsx'
