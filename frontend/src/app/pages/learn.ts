export { mount } from '../learn/page'
