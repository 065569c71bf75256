export { mount } from '../play/page'
