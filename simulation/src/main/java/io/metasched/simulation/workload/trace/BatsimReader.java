package io.metasched.simulation.workload.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.input.InputException;
import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.text.BoundedInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reader of workloads of Batsim 1 to 5: a JSON object with {@code nb_res}, {@code jobs} (id,
 * subtime, res, walltime, profile) and {@code profiles}, plain or gzip. Jobs run as long as their
 * profile, at most for their walltime. Jobs whose length depends on a platform run for their
 * walltime ({@link BatsimProfiles}). Jobs wait for their {@code dependencies}. Other fields are
 * skipped.
 *
 * <p>Ids are numbers, of one workload such as {@code w0!1} or of none; otherwise, the jobs are
 * numbered from 1 in the order of the file.
 *
 * <p>At most 1,000,000 jobs and 4 GiB of text are read.
 */
public final class BatsimReader {
  private static final int MOST_JOBS = 1_000_000;
  private static final int MOST_DEPENDENCIES = 10_000_000;
  private static final long NO_JOB = -1;
  private static final Pattern ID = Pattern.compile("(?:([^!]{1,100})!)?(0|[1-9][0-9]{0,14})");

  private record Job(
      String id,
      String profile,
      long submit,
      long walltime,
      int processors,
      String user,
      List<String> dependencies,
      int line) {}

  private final Path file;
  private final TraceOptions options;
  private final List<Job> jobs = new ArrayList<>();
  private final BatsimProfiles profiles = new BatsimProfiles();
  private final LogUsers users = new LogUsers();
  private final SortedMap<String, Integer> unknown = new TreeMap<>();
  private final InputFaults faults;

  private final SortedMap<String, Long> numbers = new TreeMap<>();
  private int dependencies;
  private int processors;

  private BatsimReader(Path file, TraceOptions options) {
    this.file = file;
    this.options = options;
    faults = InputFaults.ofLog(options.skipMalformed());
  }

  /**
   * Reads a workload.
   *
   * @throws TraceException if the file cannot be read, has another format, or no job remains
   * @throws InputException if jobs are malformed, unless they are skipped
   */
  public static Trace read(Path file, TraceOptions options) {
    var reader = new BatsimReader(file, options);
    reader.parse();
    return reader.trace();
  }

  private void parse() {
    try (var text = new BoundedInput(TraceFile.open(file), TraceLimits.STANDARD.textBytes());
        var json = new BatsimJson(file, text)) {
      json.next();
      json.requireObject("an object with nb_res, jobs and profiles");
      while (json.nextMember()) {
        switch (json.name()) {
          case "nb_res" -> processors = json.whole();
          case "jobs" -> jobs(json);
          case "profiles" -> profiles.read(json);
          default -> json.skip();
        }
      }
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      throw fault(at == null ? 1 : at.getLineNr(), "is not valid JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new TraceException(
          TraceFile.shown(file) + ": cannot be read: " + PrintableText.reason(e), e);
    }
  }

  private void jobs(BatsimJson json) throws IOException {
    json.requireList("a list of jobs");
    while (json.next() != JsonToken.END_ARRAY) {
      json.requireObject("an object { ... } for each job");
      if (jobs.size() == MOST_JOBS) {
        throw json.wrong("at most %d jobs".formatted(MOST_JOBS));
      }
      faults.beginRow();
      int depth = json.depth();
      try {
        jobs.add(job(json));
      } catch (TraceException malformed) {
        faults.add(String.valueOf(malformed.getMessage()));
        json.skipToEnd(depth);
      }
    }
  }

  private Job job(BatsimJson json) throws IOException {
    int line = json.line();
    @Nullable String id = null;
    @Nullable String profile = null;
    long submit = BatsimJson.NO_TIME;
    long walltime = BatsimJson.NO_TIME;
    int res = 0;
    var user = "";
    List<String> dependencies = List.of();
    while (json.nextMember()) {
      switch (json.name()) {
        case "id" -> id = json.text();
        case "profile" -> profile = json.text();
        case "subtime" -> submit = json.milli();
        case "walltime" -> walltime = json.limitMilli();
        case "res" -> res = json.whole();
        case "user", "user_id" -> user = PrintableText.shortLine(json.text());
        case "dependencies" -> {
          dependencies = json.texts(MOST_DEPENDENCIES - this.dependencies);
          this.dependencies += dependencies.size();
        }
        default -> json.skip();
      }
    }
    if (id == null || profile == null || submit < 0) {
      throw fault(line, "a job must have an id, a profile and a subtime from 0 on");
    }
    return new Job(id, profile, submit, walltime, res, user, dependencies, line);
  }

  private TraceException fault(int line, String what) {
    return BatsimJson.fault(file, line, what);
  }

  // --- jobs

  private Trace trace() {
    if (jobs.isEmpty()) {
      faults.requireNone();
      throw new TraceException(TraceFile.shown(file) + ": has no job");
    }
    boolean areNumbers = areNumbers();
    for (int at = 0; at < jobs.size(); at++) {
      var id = jobs.get(at).id();
      if (numbers.put(id, areNumbers ? number(id) : at + 1L) != null) {
        throw fault(
            jobs.get(at).line(), "job id %s occurs twice".formatted(PrintableText.quoted(id)));
      }
    }
    var selection = new JobSelection(options);
    for (int at = 0; at < jobs.size(); at++) {
      faults.beginRow();
      try {
        selection.add(logged(jobs.get(at)), at + 1);
      } catch (TraceException malformed) {
        faults.add(String.valueOf(malformed.getMessage()));
      }
    }
    faults.requireNone();
    int machine = options.processors() > 0 ? options.processors() : processors;
    if (machine == 0) {
      throw new TraceException(
          TraceFile.shown(file) + ": has no nb_res; give the number of processors yourself");
    }
    var fitting = selection.fitting(machine);
    if (fitting.isEmpty()) {
      throw new TraceException(
          "%s: no job remains for %d processors: jobs: %d"
              .formatted(TraceFile.shown(file), machine, jobs.size()));
    }
    return new Trace(
        TraceFile.name(file),
        users.areNumbers() ? users.renumbered(fitting) : fitting,
        machine,
        new TreeMap<>(),
        selection.dropped(),
        selection.clamped(),
        SkippedLines.of(faults, file),
        users.areNumbers() ? new TreeMap<>() : users.named(),
        notes(selection, areNumbers));
  }

  private List<String> notes(JobSelection selection, boolean areNumbers) {
    var notes = new ArrayList<>(selection.notes());
    if (!areNumbers) {
      notes.add(
          "id: %d jobs are numbered from 1 in order, because their ids are not numbers of one workload"
              .formatted(jobs.size()));
    }
    if (!unknown.isEmpty()) {
      int count = unknown.values().stream().mapToInt(Integer::intValue).sum();
      var types =
          unknown.entrySet().stream()
              .map(type -> type.getKey() + ": " + type.getValue())
              .collect(Collectors.joining(", "));
      notes.add(
          "run time: %d jobs have a profile whose length only a platform gives, replaced by their walltime (%s)"
              .formatted(count, types));
    }
    return notes;
  }

  /** Returns whether all ids are numbers, of one workload or of none. */
  private boolean areNumbers() {
    var workloads = new TreeSet<String>();
    for (var job : jobs) {
      var id = ID.matcher(job.id());
      if (!id.matches()) {
        return false;
      }
      workloads.add(id.group(1) == null ? "" : id.group(1));
    }
    return workloads.size() == 1;
  }

  private static long number(String id) {
    return Long.parseLong(id.substring(id.indexOf('!') + 1));
  }

  /**
   * Returns the jobs that a job waits for; names without a workload refer to the job's own
   * workload.
   */
  private Precedence precedence(Job job) {
    var workload = job.id().substring(0, job.id().indexOf('!') + 1);
    return new Precedence(
        job.dependencies().stream()
            .map(name -> numbers.getOrDefault(workload + name, numbers.getOrDefault(name, NO_JOB)))
            .toList(),
        0);
  }

  private LoggedJob logged(Job job) {
    long id = Objects.requireNonNull(numbers.get(job.id()));
    return new LoggedJob(
        id,
        job.submit(),
        BatsimJson.NO_TIME,
        options.jobs().contains(id) ? runMilli(job) : BatsimJson.NO_TIME,
        job.processors(),
        job.processors(),
        job.walltime(),
        job.user().isEmpty() ? LogUsers.UNKNOWN : users.number(job.user(), ""),
        LoggedJob.UNKNOWN_STATUS,
        precedence(job),
        LoggedJob.Place.ANY);
  }

  private long runMilli(Job job) {
    BatsimProfiles.Length length;
    try {
      length = profiles.length(job.profile());
    } catch (IllegalArgumentException wrong) {
      throw fault(job.line(), String.valueOf(wrong.getMessage()));
    }
    if (length.milli() < 0 && job.walltime() >= 0) {
      unknown.merge(PrintableText.shortLine(length.type()), 1, Integer::sum);
    }
    if (length.milli() > BatsimJson.MOST_MILLI && job.walltime() < 0) {
      throw fault(job.line(), "runs for more than 10000000000 s, and has no walltime");
    }
    boolean isLimited = length.milli() < 0 || length.milli() > BatsimJson.MOST_MILLI;
    return isLimited ? job.walltime() : length.milli();
  }
}
