package io.metasched.service.run;

/**
 * A file that is laid into the working folder of a run before it starts.
 *
 * @param path relative, inside the working folder
 * @param text the whole content
 */
public record InputFile(String path, String text) {

  /**
   * @throws IllegalArgumentException for a path that is absolute, leads out of the folder, or has
   *     empty parts
   */
  public InputFile {
    if (path.isEmpty() || path.length() > 255 || path.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a path needs 1 to 255 characters");
    }
    for (var name : path.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw new IllegalArgumentException("a path must be relative and stay in its folder");
      }
    }
  }
}
