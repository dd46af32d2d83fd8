package io.metasched.service.site.slurm;

import io.metasched.service.site.SiteName;

/** Rule for names passed to Slurm, so that none is parsed as a list, an option or a key. */
final class SlurmName {
  private SlurmName() {}

  /**
   * Returns a name.
   *
   * @throws IllegalArgumentException if the name has characters other than letters, digits and
   *     {@code . _ -}, begins with {@code .} or {@code -}, or is too long
   */
  static String require(String name) {
    if (!SiteName.isAllowed(name)) {
      throw new IllegalArgumentException(
          "a name for Slurm has up to 255 letters, digits, '.', '_' and '-', given was '%s'"
              .formatted(name));
    }
    return name;
  }
}
