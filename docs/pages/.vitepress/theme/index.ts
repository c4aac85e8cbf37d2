import DefaultTheme from 'vitepress/theme-without-fonts'
// After the theme, whose values it replaces.
import './style.css'

export default DefaultTheme
