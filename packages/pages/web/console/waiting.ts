import './waiting.css';

setTimeout(() => location.reload(), 1500);
