export { mount } from '../explore/page'
