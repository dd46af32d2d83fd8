package io.metasched.service.site.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls of external programs with limits on time and output. */
record ProgramCall(SlurmSettings settings) {
  private static final int MOST_ERROR_BYTES = 100_000;
  private static final long DRAIN_SECONDS = 2;

  /**
   * Result of a program that has ended by itself.
   *
   * @param status exit status, 0 for success
   * @param output standard output
   * @param error beginning of the standard error
   */
  record Ended(int status, String output, String error) {}

  /**
   * Runs a program to its end.
   *
   * @param input standard input, as bytes in UTF-8
   * @throws SlurmFailure if the program cannot be started or exceeds its time or output limit, or
   *     this thread is interrupted; the program is then killed
   */
  Ended run(List<String> command, String input) throws SlurmFailure {
    var words = resolved(command);
    var builder = new ProcessBuilder(words).directory(Path.of("/").toFile());
    builder.environment().clear();
    boolean isInherited = command.get(0).equals("sbatch"); // the job inherits the environment
    builder
        .environment()
        .putAll(isInherited ? settings.environment() : settings.readingEnvironment());
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new SlurmFailure("%s cannot be started: %s".formatted(words.get(0), e.getMessage()));
    }
    try {
      return end(command.get(0), process, input);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SlurmFailure(command.get(0) + " was interrupted");
    } finally {
      kill(process);
    }
  }

  /**
   * Starts a program that runs until its input or its job ends.
   *
   * @param user user of the program, if the caller is root
   */
  Process start(List<String> command, Optional<BatchSubmission.User> user) throws SlurmFailure {
    var words = new ArrayList<String>();
    user.ifPresent(
        each ->
            words.addAll(
                List.of(
                    "setpriv",
                    "--reuid=" + each.name(),
                    "--regid=" + each.group(),
                    "--clear-groups")));
    words.addAll(resolved(command));
    var builder = new ProcessBuilder(words).directory(Path.of("/").toFile());
    builder.environment().clear();
    builder.environment().putAll(settings.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new SlurmFailure("%s cannot be started: %s".formatted(words.get(0), e.getMessage()));
    }
  }

  private List<String> resolved(List<String> command) {
    var words = new ArrayList<>(command);
    settings
        .programs()
        .ifPresent(folder -> words.set(0, folder.resolve(command.get(0)).toString()));
    return words;
  }

  private Ended end(String name, Process process, String input)
      throws SlurmFailure, InterruptedException {
    var output = read(process, process.getInputStream(), settings.mostBytes(), true);
    var error = read(process, process.getErrorStream(), MOST_ERROR_BYTES, false);
    var unused = // a program may end without reading its input
        inBackground(
            () -> {
              try (var stream = process.getOutputStream()) {
                stream.write(input.getBytes(StandardCharsets.UTF_8));
              }
              return "";
            });
    if (!process.waitFor(settings.patience().toNanos(), TimeUnit.NANOSECONDS)) {
      throw new SlurmFailure(
          "%s did not end within %d s".formatted(name, settings.patience().toSeconds()));
    }
    try {
      // a remaining child process may keep the pipe open
      var text = output.get(DRAIN_SECONDS, TimeUnit.SECONDS);
      return new Ended(process.exitValue(), text, error.get(DRAIN_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      throw new SlurmFailure(
          "%s printed more than %d bytes, or its output did not end"
              .formatted(name, settings.mostBytes()));
    }
  }

  /**
   * Reads a stream to its end.
   *
   * @param isLimit whether the process is killed if the stream is longer than the limit; otherwise,
   *     the rest is skipped
   */
  private static CompletableFuture<String> read(
      Process process, InputStream stream, int most, boolean isLimit) {
    return inBackground(
        () -> {
          var bytes = stream.readNBytes(most);
          if (stream.read() >= 0) {
            if (isLimit) {
              process.destroyForcibly();
              throw new IOException("too long");
            }
            stream.transferTo(OutputStream.nullOutputStream());
          }
          return new String(bytes, StandardCharsets.UTF_8);
        });
  }

  /** Blocking read that returns a text. */
  private interface Reading {
    String read() throws IOException;
  }

  private static CompletableFuture<String> inBackground(Reading reading) {
    var result = new CompletableFuture<String>();
    var thread =
        new Thread(
            () -> {
              try {
                result.complete(reading.read());
              } catch (IOException e) {
                result.completeExceptionally(e);
              }
            },
            "slurm-call");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private static void kill(Process process) {
    if (process.isAlive()) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
