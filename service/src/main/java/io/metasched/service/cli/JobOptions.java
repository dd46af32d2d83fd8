package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is wanted of a job. */
final class JobOptions {
  private static final Duration USUAL_TIME = Duration.ofMinutes(10);

  @Option(
      names = {"-J", "--name"},
      paramLabel = "NAME",
      description = "Its name.")
  private @Nullable String name;

  @Option(
      names = {"-A", "--account"},
      paramLabel = "ACCOUNT",
      description = "Who pays; needed where you may use several.")
  private @Nullable String account;

  @Option(
      names = {"-N", "--nodes"},
      paramLabel = "N",
      description = "Nodes, on which it starts together; 1 if nothing is said.")
  private @Nullable Integer nodes;

  @Option(
      names = {"-t", "--time"},
      paramLabel = "TIME",
      converter = TimeForms.class,
      description =
          "Its time limit: MINUTES, MINUTES:SECONDS, HOURS:MINUTES:SECONDS, DAYS-HOURS; 10 minutes if nothing is said.")
  private @Nullable Duration time;

  @Option(names = "--budget", paramLabel = "MONEY", description = "Most that it may cost.")
  private @Nullable String budget;

  @Option(
      names = "--criterion",
      paramLabel = "C",
      description = "What you want least of: start, finish, cost, runtime, proctime, energy.")
  private @Nullable String criterion;

  @Option(names = "--at", paramLabel = "TIME", description = "Start at this time, in UTC.")
  private @Nullable String at;

  @Option(names = "--begin", paramLabel = "TIME", description = "Start no earlier, in UTC.")
  private @Nullable String begin;

  @Option(names = "--deadline", paramLabel = "TIME", description = "End by this time, in UTC.")
  private @Nullable String deadline;

  @Option(names = "--node", paramLabel = "NODE", description = "Run on this node.")
  private @Nullable String node;

  @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label; may be repeated.")
  private List<String> labels = new ArrayList<>();

  /** These, and for what they do not say the others. */
  JobOptions over(JobOptions others) {
    var both = new JobOptions();
    both.name = name == null ? others.name : name;
    both.account = account == null ? others.account : account;
    both.nodes = nodes == null ? others.nodes : nodes;
    both.time = time == null ? others.time : time;
    both.budget = budget == null ? others.budget : budget;
    both.criterion = criterion == null ? others.criterion : criterion;
    both.at = at == null ? others.at : at;
    both.begin = begin == null ? others.begin : begin;
    both.deadline = deadline == null ? others.deadline : deadline;
    both.node = node == null ? others.node : node;
    both.labels = new ArrayList<>(others.labels);
    both.labels.addAll(labels);
    return both;
  }

  /** Writes them into the body of a request. */
  void into(ObjectNode job, String usualName) {
    job.put("name", Optional.ofNullable(name).orElse(usualName));
    put(job, "account", account);
    job.put("nodes", Optional.ofNullable(nodes).orElse(1));
    job.putObject("work").put("duration", Optional.ofNullable(time).orElse(USUAL_TIME).toString());
    put(job, "criterion", criterion);
    if (budget != null) {
      job.putObject("budget").put("total", budget);
    }
    if (node != null) {
      job.putObject("requires").put("node", node);
    }
    if (at != null || begin != null || deadline != null) {
      var start = job.putObject("start");
      put(start, "at", at);
      put(start, "notBefore", begin);
      put(start, "deadline", deadline);
    }
    labels(labels, job);
  }

  /** Writes labels of the form {@code NAME=VALUE} into a body. */
  static void labels(List<String> labels, ObjectNode body) {
    for (var label : labels) {
      int mark = label.indexOf('=');
      body.withObject("/labels")
          .put(
              mark < 0 ? label : label.substring(0, mark),
              mark < 0 ? "" : label.substring(mark + 1));
    }
  }

  private static void put(ObjectNode json, String name, @Nullable String value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
