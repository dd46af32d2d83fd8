// Many bars in one image: each pixel gets the mixture of the colours of the bars that share it.
import { el } from './elements.js';

export class BarMixture {
  constructor() {
    this.image = el('canvas');
  }

  /** Begins an image. */
  begin(width, height) {
    this.width = width;
    this.height = height;
    const length = 4 * width * height; // red, green, blue, taken time
    if (this.sums?.length === length) {
      this.sums.fill(0);
    } else {
      this.sums = new Float32Array(length);
    }
  }

  /** Adds a bar, which may reach beyond the image; `rgb` has the colour of the bar from index `own` on. */
  add(from, to, above, below, rgb, own) {
    const { sums, width } = this;
    const left = Math.max(0, from);
    const right = Math.min(width, to);
    const top = Math.max(0, above);
    const bottom = Math.min(this.height, below);
    const red = rgb[own];
    const green = rgb[own + 1];
    const blue = rgb[own + 2];
    const lastX = Math.ceil(right);
    for (let y = Math.floor(top); y < bottom; y++) {
      const high = Math.min(y + 1, bottom) - Math.max(y, top);
      for (let x = Math.floor(left); x < lastX; x++) {
        const part = high * (Math.min(x + 1, right) - Math.max(x, left));
        const at = 4 * (y * width + x);
        sums[at] += part * red;
        sums[at + 1] += part * green;
        sums[at + 2] += part * blue;
        sums[at + 3] += part;
      }
    }
  }

  /** The image: opaque over the colour `vacant` if it is given, otherwise transparent where there is no bar. */
  end(vacant) {
    const { sums, image, width, height } = this;
    const picture = new ImageData(width, height);
    const { data } = picture;
    for (let at = 0; at < sums.length; at += 4) {
      const taken = Math.min(1, sums[at + 3]);
      if (taken > 0) {
        const free = vacant ? 1 - taken : 0;
        const whole = vacant ? 1 : taken;
        for (let n = 0; n < 3; n++) {
          data[at + n] = (sums[at + n] + (free && free * vacant[n])) / whole;
        }
        data[at + 3] = 255 * whole;
      }
    }
    image.width = width;
    image.height = height;
    image.getContext('2d').putImageData(picture, 0, 0);
    return image;
  }
}
