package io.metasched.service.actor;

import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Program that sends mails, such as {@code sendmail -t}. The program runs without a shell, receives
 * the message as its input and only the variable PATH of the environment.
 */
public final class MailCommand {
  private final List<String> command;
  private final Duration patience;
  private final Executor blocking;

  /**
   * Creates a sender of mails.
   *
   * @param command program and arguments; empty if mails are disabled
   * @param patience time after which the program is killed
   * @param blocking executor of blocking calls
   */
  public MailCommand(List<String> command, Duration patience, Executor blocking) {
    this.command = List.copyOf(command);
    this.patience = patience;
    this.blocking = blocking;
  }

  /** Sends a message; returns the cause of a failure. */
  CompletionStage<Optional<String>> send(String message) {
    return CompletableFuture.supplyAsync(() -> run(message), blocking);
  }

  private Optional<String> run(String message) {
    if (command.isEmpty()) {
      return Optional.of("the service has no mail command");
    }
    var builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().retainAll(List.of("PATH"));
    try {
      var process = builder.start();
      try (var input = process.getOutputStream()) {
        input.write(message.getBytes(StandardCharsets.UTF_8));
      } catch (
          IOException e) { // the program does not read; its exit status shows whether it failed
      }
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return Optional.of("the mail command did not end within " + patience.toSeconds() + " s");
      }
      return process.exitValue() == 0
          ? Optional.empty()
          : Optional.of("the mail command ended with " + process.exitValue());
    } catch (IOException e) {
      return Optional.of("the mail command cannot be started: " + PrintableText.reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("the service ends");
    }
  }
}
