// Each file is split by script, so a page fetches only the pieces its words need.
import '@fontsource/inter/400.css'
import '@fontsource/inter/500.css'
import '@fontsource/inter/600.css'
