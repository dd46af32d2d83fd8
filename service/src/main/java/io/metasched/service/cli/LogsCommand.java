package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.book.JobIds;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Command that prints the output of a job. */
@Command(
    name = "logs",
    description =
        "Prints what a job, or each job of an array or workflow, has written to its standard"
            + " output.",
    mixinStandardHelpOptions = true)
final class LogsCommand extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job, array or workflow.")
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

  /** Prints the output of each job of an array or workflow that has started, below its id. */
  private int printAll(ApiClient client, String path) {
    var group = client.get(path);
    boolean isWorkflow = path.startsWith(ApiClient.WORKFLOWS);
    if (follow) {
      throw new ParameterException(
          spec.commandLine(),
          isWorkflow
              ? "--follow needs a job of the workflow, which show lists"
              : "--follow needs a job of the array, such as %s_1".formatted(job));
    }
    return printAll(client, isWorkflow ? startedTasks(group) : startedElements(client));
  }

  /** Returns the ids of the jobs of a workflow that have started, with their names. */
  private static Map<String, String> startedTasks(JsonNode workflow) {
    var started = new LinkedHashMap<String, String>();
    for (var task : workflow.path("tasks")) {
      if (task.has("exit") || task.path("state").asText().equals("running")) {
        var id = task.path("job").asText();
        started.put(id, "%s %s".formatted(id, task.path("task").asText()));
      }
    }
    return started;
  }

  /** Returns the ids of the elements of the array that have started, by their indices. */
  private Map<String, String> startedElements(ApiClient client) {
    var started = new TreeMap<Integer, String>();
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
    var headings = new LinkedHashMap<String, String>();
    started.values().forEach(id -> headings.put(id, id));
    return headings;
  }

  /**
   * Prints the output of jobs.
   *
   * @param headings headings by the ids of the jobs
   */
  private int printAll(ApiClient client, Map<String, String> headings) {
    int code = ExitCode.DONE;
    for (var each : headings.entrySet()) {
      System.out.printf("==> %s <==%n", each.getValue());
      code = Math.max(code, print(client, "/v1/jobs/" + ApiClient.part(each.getKey())));
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
