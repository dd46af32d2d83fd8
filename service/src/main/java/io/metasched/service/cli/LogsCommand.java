package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.book.JobIds;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Command that prints the output of a job. */
@Command(
    name = "logs",
    description = "Prints what a job, or each job of an array, has written to its standard output.",
    mixinStandardHelpOptions = true)
final class LogsCommand extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job or array.")
  private String job = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Continue to print until the job is over.")
  private boolean follow;

  @Option(names = "--stderr", description = "Print the standard error instead.")
  private boolean stderr;

  @Option(
      names = "--part",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of the part, from 0 (default: ${DEFAULT-VALUE}).")
  private int part;

  @Override
  public Integer call() {
    var client = options.client();
    return ApiClient.ofJobOrGroup(
        job, path -> path.startsWith("/v1/jobs/") ? print(client, path) : printAll(client, path));
  }

  /** Prints the output of each job of an array that has started, below its id. */
  private int printAll(ApiClient client, String path) {
    client.get(path);
    if (follow) {
      throw new ParameterException(
          spec.commandLine(), "--follow needs a job of the array, such as %s_1".formatted(job));
    }
    var started = new TreeMap<Integer, String>(); // paths by index
    var cursor = "";
    do {
      var page =
          client.get("/v1/jobs?fields=times&limit=1000&array=" + ApiClient.part(job) + cursor);
      for (var each : page.path("items")) {
        var id = each.path("id").asText();
        if (each.at("/times/started").isTextual()) {
          started.put(Integer.valueOf(JobIds.index(id)), id);
        }
      }
      cursor = page.has("next") ? "&cursor=" + page.path("next").asText() : "";
    } while (!cursor.isEmpty());
    int code = ExitCode.DONE;
    for (var id : started.values()) {
      System.out.printf("==> %s <==%n", id);
      code = Math.max(code, print(client, "/v1/jobs/" + ApiClient.part(id)));
    }
    return code;
  }

  private int print(ApiClient client, String job) {
    var name = stderr ? "stderr" : "stdout";
    var path = "%s/parts/%d/%s".formatted(job, part, name);
    long bytes;
    try (var stream = client.stream(path + (follow ? "?follow=true" : ""))) {
      bytes = stream.transferTo(System.out);
      System.out.flush();
    } catch (IOException e) {
      ServiceCommands.say(
          spec.commandLine(),
          "the connection to the service was lost, and the output may be incomplete");
      return ExitCode.UNREACHABLE;
    }
    end(client, path, name, bytes).ifPresent(line -> report(line));
    return ExitCode.DONE;
  }

  /** Returns a line about the end of the printed output, if it is incomplete. */
  private static Optional<String> end(ApiClient client, String path, String name, long bytes) {
    try {
      var marks = client.outputMarks(path);
      if (marks.lost()) {
        return Optional.of(
            ("%s is incomplete: its machine lost some of the output, because its disk was"
                    + " full or the output was deleted")
                .formatted(name));
      }
      return marks.truncated()
          ? Optional.of(
              "%s is truncated: the job wrote more than the %d bytes that its machine keeps"
                  .formatted(name, bytes))
          : Optional.empty();
    } catch (ServiceException e) { // the requested output is printed already
      return Optional.of(
          "it is unknown whether %s is truncated: %s".formatted(name, e.getMessage()));
    }
  }
}
