export { mount } from '../results/page'
