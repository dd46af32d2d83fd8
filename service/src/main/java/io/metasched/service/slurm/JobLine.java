package io.metasched.service.slurm;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.plan.JobDependencies;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Job as shown to a client, with the texts of its fields. */
record JobLine(ClientView view, JobRecord job) {
  /** Prefix of the labels that keep what only Slurm's commands show. */
  static final String LABEL = "slurm.";

  private static final int SIGNALLED = 128;

  /** Returns the number, which each element of an array has for itself. */
  String number() {
    return String.valueOf(view.state().numberOf(job));
  }

  /** Returns the number of the array, or of a job that is no element. */
  String arrayNumber() {
    return String.valueOf(JobIds.number(job.id()));
  }

  private static Optional<String> index(String id) {
    return JobIds.array(id).map(array -> JobIds.index(id));
  }

  String index() {
    return index(job.id()).orElse("N/A");
  }

  /** Returns the number, with the index of an element. */
  private static String shown(String id) {
    return JobIds.number(id) + index(id).map(index -> "_" + index).orElse("");
  }

  String shownId() {
    return shown(job.id());
  }

  StateCode state() {
    return StateCode.of(job);
  }

  /** Returns a value that was kept at the submission; empty if there is none. */
  String kept(String name) {
    return job.spec().labels().getOrDefault(LABEL + name, "");
  }

  /** Returns the file for the output, with the values of its fields as far as they are known. */
  String output() {
    var values = new TreeMap<String, String>();
    values.put("j", number());
    values.put("A", arrayNumber());
    index(job.id()).ifPresent(index -> values.put("a", index));
    values.put("x", job.spec().name());
    values.put("u", view.user(job));
    job.nodes().stream().findFirst().ifPresent(node -> values.put("N", node));
    var name = OutputName.text(kept("output"), values);
    return name.startsWith("/") || name.isEmpty() ? name : workFolder() + "/" + name;
  }

  String nodes() {
    return String.join(",", job.nodes());
  }

  /** Returns the required domain, or the domain of the window. */
  String partition() {
    return job.spec().requirements().properties().stream()
        .filter(each -> each.startsWith("domain="))
        .map(each -> each.substring("domain=".length()))
        .findFirst()
        .or(() -> job.nodes().stream().findFirst().flatMap(this::domain))
        .orElse("any");
  }

  private Optional<String> domain(String node) {
    var number = view.fleet().number(node);
    return number.isEmpty()
        ? Optional.empty()
        : Optional.of(view.fleet().nodes().get(number.getAsInt()).domain());
  }

  /** Returns the reason for a state, in Slurm's words where there is one. */
  String reason() {
    if (!job.state().hasIdleWindow() && job.state() != JobState.WAITING) {
      return job.state() == JobState.FAILED ? "NonZeroExitCode" : "None";
    } else if (job.state() == JobState.WAITING && !JobDependencies.areMet(view.state(), job)) {
      return "Dependency";
    } else if (job.spec().notBefore().filter(view.now()::isBefore).isPresent()) {
      return "BeginTime";
    } else if (job.state().hasIdleWindow()) {
      return "Resources";
    }
    var code = job.reason().code();
    return Arrays.stream(ReasonCode.values())
        .filter(each -> each.label().equals(code))
        .findFirst()
        .map(JobLine::word)
        .orElse("None");
  }

  /** Returns Slurm's word for a reason of the book, or a similar one. */
  private static String word(ReasonCode code) {
    return switch (code) {
      case TOO_EARLY -> "BeginTime";
      case NO_ALTERNATIVE, NOT_YET -> "Resources";
      case BEHIND_ANOTHER, BATCH_FULL -> "Priority";
      case ARRAY_LIMIT -> "JobArrayTaskLimit";
      case ACCOUNT_RUNNING_LIMIT -> "AssocGrpJobsLimit";
      case PERSON_RUNNING_LIMIT -> "AssocMaxJobsLimit";
      case ACCOUNT_NODES_LIMIT, PERSON_NODES_LIMIT -> "AssocGrpNodeLimit";
      default -> camelCase(code.label());
    };
  }

  private static String camelCase(String code) {
    return Arrays.stream(code.split("-", -1))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** Returns the nodes, or the reason in brackets if the job does not run yet. */
  String nodesOrReason() {
    return state() == StateCode.PENDING || state() == StateCode.DEADLINE
        ? "(" + reason() + ")"
        : nodes();
  }

  private static String time(Duration length) {
    long seconds = Math.max(0, length.toSeconds());
    long days = seconds / 86_400;
    long rest = seconds % 86_400;
    return days > 0
        ? "%d-%02d:%02d:%02d".formatted(days, rest / 3600, rest / 60 % 60, rest % 60)
        : rest >= 3600
            ? "%d:%02d:%02d".formatted(rest / 3600, rest / 60 % 60, rest % 60)
            : "%d:%02d".formatted(rest / 60, rest % 60);
  }

  /** Returns a length as accounting writes it, with two digits for the hours. */
  private static String whole(Duration length) {
    long seconds = Math.max(0, length.toSeconds());
    var time = "%02d:%02d:%02d".formatted(seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    return seconds >= 86_400 ? seconds / 86_400 + "-" + time : time;
  }

  Duration used() {
    var from = job.times().started();
    var to = job.times().ended().orElse(view.now());
    return from.map(start -> Duration.between(start, to)).orElse(Duration.ZERO);
  }

  String timeUsed() {
    return time(used());
  }

  String elapsed() {
    return whole(used());
  }

  private Optional<Duration> limit() {
    var work = job.spec().work();
    return work.basis() == Work.Basis.DURATION
        ? Optional.of(Duration.ofMillis(work.amount()))
        : job.window().map(window -> Duration.ofMillis(window.finish() - window.start()));
  }

  String timeLimit() {
    return limit().map(JobLine::time).orElse("NOT_SET");
  }

  String accountedLimit() {
    return limit().map(JobLine::whole).orElse("");
  }

  String limitMinutes() {
    return limit().map(length -> String.valueOf((length.toSeconds() + 59) / 60)).orElse("");
  }

  String timeLeft() {
    return limit().map(length -> time(length.minus(used()))).orElse("NOT_SET");
  }

  private Optional<Instant> windowStart() {
    return job.window().map(window -> view.state().ticks().instant(window.start()));
  }

  private String time(Optional<Instant> at, String missing) {
    return at.map(view::time).orElse(missing);
  }

  String submitTime() {
    return view.time(job.times().submitted());
  }

  /** Returns the start, or the start of the window. */
  String startTime() {
    return time(job.times().started().or(this::windowStart), "N/A");
  }

  /** Returns the end, or the end of the window. */
  String endTime() {
    var planned = job.window().map(window -> view.state().ticks().instant(window.finish()));
    return time(job.times().ended().or(() -> planned), "N/A");
  }

  String accountedStart() {
    return time(job.times().started(), job.state().isFinal() ? "None" : "Unknown");
  }

  String accountedEnd() {
    return time(job.times().ended(), "Unknown");
  }

  /** Returns the state with the user who cancelled the job, as accounting writes it. */
  String accountedState() {
    return state().name();
  }

  /** Returns the exit status and the signal that ended the job. */
  String exitCode() {
    var worst = job.greatestExit();
    int status =
        worst.flatMap(part -> part.exitStatus()).orElse(job.state() == JobState.FAILED ? 1 : 0);
    return worst.flatMap(part -> part.signal()).isPresent()
        ? "0:" + (status - SIGNALLED)
        : status + ":0";
  }

  String cpus() {
    var kept = kept("cpus");
    return kept.isEmpty() ? String.valueOf(job.spec().nodes()) : kept;
  }

  String priority() {
    return String.valueOf(job.spec().priority().orElse(0));
  }

  String memory() {
    return job.spec()
        .run()
        .memoryBytes()
        .map(bytes -> (bytes + (1 << 20) - 1) / (1 << 20) + "M")
        .orElse("0");
  }

  String workFolder() {
    return job.spec().run().chdir().orElse("");
  }

  String dependencies() {
    return kept("dependency").isEmpty() ? listedDependencies() : kept("dependency");
  }

  private String listedDependencies() {
    return job.spec().after().stream()
        .map(each -> word(each.outcome()) + ":" + shown(each.job()))
        .collect(Collectors.joining(","));
  }

  private static String word(Dependency.Outcome outcome) {
    return switch (outcome) {
      case STARTED -> "after";
      case ANY -> "afterany";
      case OK -> "afterok";
      case FAILED -> "afternotok";
      case EACH_OK -> "aftercorr";
    };
  }

  String features() {
    return job.spec().requirements().properties().stream()
        .filter(each -> !each.startsWith("domain=") && !each.startsWith("node="))
        .collect(Collectors.joining("&"));
  }

  /** Returns the highest cost; empty without a limit. */
  String budget() {
    long milli = job.spec().costLimitMilli();
    return milli == WindowRequest.NO_LIMIT ? "" : io.metasched.service.book.Money.format(milli);
  }
}
