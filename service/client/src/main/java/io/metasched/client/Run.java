package io.metasched.client;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Command of a job with its surroundings.
 *
 * @param command program and its arguments
 * @param environment variables
 * @param input files for the working folder
 * @param chdir folder in which the command starts
 * @param warnBeforeEnd time before the end of the window at which the command gets a signal
 * @param grace time from the first signal at the end of the window to the last one
 * @param limits limits of each part
 */
@RequestBuilder
public record Run(
    List<String> command,
    Map<String, String> environment,
    List<InputFile> input,
    Optional<String> chdir,
    Optional<Duration> warnBeforeEnd,
    Optional<Duration> grace,
    Optional<Limits> limits) {

  /** Returns a command without further settings. */
  public static Run of(String... command) {
    return RunBuilder.builder().command(List.of(command)).build();
  }

  /**
   * File for the working folder.
   *
   * @param path path in the working folder
   * @param base64 bytes of the file in base64
   */
  public record InputFile(String path, String base64) {

    /** Returns a file with these bytes. */
    public static InputFile of(String path, byte[] bytes) {
      return new InputFile(path, Base64.getEncoder().encodeToString(bytes));
    }
  }

  /**
   * Limits of a part.
   *
   * @param memoryBytes memory
   * @param processes number of processes
   */
  public record Limits(OptionalLong memoryBytes, OptionalInt processes) {}
}
