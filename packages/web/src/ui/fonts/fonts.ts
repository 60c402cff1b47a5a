// Each file is split by script, so a page loads only what its texts need.
import '@fontsource/inter/400.css'
import '@fontsource/inter/500.css'
import '@fontsource/inter/600.css'
import './substitute-fonts.css'
