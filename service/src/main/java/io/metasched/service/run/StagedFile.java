package io.metasched.service.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Input file that is written to the working folder of a run before its start.
 *
 * @param path path relative to the working folder and inside it
 * @param text whole content, or its base64
 * @param base64 whether the text is base64
 */
public record StagedFile(
    String path, String text, @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean base64) {
  /** Highest total size of all files of a run, in bytes. */
  public static final int MOST_BYTES = 512 << 10;

  private static final int MOST_NAME_BYTES = 255; // limit of file systems

  /**
   * @throws IllegalArgumentException for a path that is absolute, leaves the folder, or has empty
   *     parts, and for a text that should be base64 but is not
   */
  public StagedFile {
    if (path.isEmpty() || path.length() > 255 || path.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a path needs 1 to 255 characters");
    }
    for (var name : path.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw new IllegalArgumentException("a path must be relative and stay in its folder");
      }
    }
    if (base64) {
      Base64.getDecoder().decode(text);
    }
  }

  /** Creates a file from bytes: as text if they are UTF-8 without NUL, otherwise as base64. */
  public static StagedFile of(String path, byte[] bytes) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') < 0) {
        return new StagedFile(path, text, false);
      }
    } catch (CharacterCodingException e) { // not UTF-8
    }
    return new StagedFile(path, Base64.getEncoder().encodeToString(bytes), true);
  }

  public byte[] bytes() {
    return base64 ? Base64.getDecoder().decode(text) : text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the reason why files cannot be created in one folder, if any.
   *
   * @param files files in order; the first file that conflicts with earlier files is named
   */
  public static Optional<String> refusal(List<StagedFile> files) {
    for (int i = 0; i < files.size(); i++) {
      var file = files.get(i);
      var fault = file.faultBeside(files.subList(0, i));
      if (fault.isPresent()) {
        return fault.map(why -> "input %s %s".formatted(file.path, why));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the reason why a path cannot be created, if one of its names is too long for file
   * systems.
   */
  public static Optional<String> nameFault(String path) {
    return Arrays.stream(path.split("/", -1))
            .allMatch(name -> name.getBytes(StandardCharsets.UTF_8).length <= MOST_NAME_BYTES)
        ? Optional.empty()
        : Optional.of("has a name longer than %d bytes".formatted(MOST_NAME_BYTES));
  }

  /**
   * Returns the reason why the path of this file cannot be created in a folder with other files, if
   * any.
   */
  public Optional<String> faultBeside(List<StagedFile> others) {
    var tooLong = nameFault(path);
    if (tooLong.isPresent()) {
      return tooLong;
    }
    for (var other : others) {
      if (path.equals(other.path)) {
        return Optional.of("occurs twice");
      } else if (path.startsWith(other.path + "/")) {
        return Optional.of("is below input %s, which is a file".formatted(other.path));
      } else if (other.path.startsWith(path + "/")) {
        return Optional.of("is a folder of input %s".formatted(other.path));
      }
    }
    return Optional.empty();
  }
}
