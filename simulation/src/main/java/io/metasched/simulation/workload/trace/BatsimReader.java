package io.metasched.simulation.workload.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.metasched.simulation.text.BoundedInput;
import io.metasched.simulation.text.PrintableText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads workloads of Batsim: a JSON object with {@code nb_res}, {@code jobs} (id, subtime, res,
 * walltime, profile) and {@code profiles}, plain or gzip. A profile of type {@code delay} is the
 * run time of its jobs; jobs of other profiles, whose run time only Batsim's platform would give,
 * run as long as they asked for. Other fields are passed over.
 *
 * <p>At most 1,000,000 jobs and 4 GiB of text are read.
 */
public final class BatsimReader {
  private static final int MOST_JOBS = 1_000_000;
  private static final int MOST_PROFILES = 1_000_000;
  private static final long NO_TIME = -1;
  private static final Pattern ID = Pattern.compile("(?:[^!]{1,100}!)?(0|[1-9][0-9]{0,14})");
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(1 << 16)
                  .maxNameLength(1000)
                  .maxNumberLength(100)
                  .maxNestingDepth(20)
                  .build())
          .build();

  private record Job(
      String id,
      String profile,
      long submit,
      long walltime,
      int processors,
      String user,
      int line) {}

  private final Path file;
  private final TraceOptions options;
  private final List<Job> jobs = new ArrayList<>();
  private final Map<String, Long> delays = new TreeMap<>();
  private final LogUsers users = new LogUsers();
  private int processors;
  private int walltimes;

  private BatsimReader(Path file, TraceOptions options) {
    this.file = file;
    this.options = options;
  }

  /**
   * Reads a workload.
   *
   * @throws TraceException if the file cannot be read, is no such workload, or no job remains
   */
  public static Trace read(Path file, TraceOptions options) {
    var reader = new BatsimReader(file, options);
    reader.parse();
    return reader.trace();
  }

  private void parse() {
    try (var text = new BoundedInput(TraceFile.open(file), TraceLimits.STANDARD.textBytes());
        var json = FACTORY.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw wrong(json, "an object with nb_res, jobs and profiles");
      }
      while (json.nextToken() != JsonToken.END_OBJECT) {
        var field = json.currentName();
        json.nextToken();
        switch (field) {
          case "nb_res" -> processors = whole(json, field, Integer.MAX_VALUE);
          case "jobs" -> jobs(json);
          case "profiles" -> profiles(json);
          default -> json.skipChildren();
        }
      }
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      throw fault(at == null ? 1 : at.getLineNr(), "is no JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new TraceException(
          TraceFile.shown(file) + ": cannot be read: " + PrintableText.reason(e), e);
    }
  }

  private void jobs(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw wrong(json, "a list of jobs");
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw wrong(json, "an object { ... } for each job");
      }
      if (jobs.size() == MOST_JOBS) {
        throw wrong(json, "at most %d jobs".formatted(MOST_JOBS));
      }
      jobs.add(job(json));
    }
  }

  private Job job(JsonParser json) throws IOException {
    int line = json.currentTokenLocation().getLineNr();
    @Nullable String id = null;
    @Nullable String profile = null;
    long submit = NO_TIME;
    long walltime = NO_TIME;
    int res = 0;
    var user = "";
    while (json.nextToken() != JsonToken.END_OBJECT) {
      var field = json.currentName();
      json.nextToken();
      switch (field) {
        case "id" -> id = text(json, field);
        case "profile" -> profile = text(json, field);
        case "subtime" -> submit = milli(json, field);
        case "walltime" -> walltime = milli(json, field);
        case "res" -> res = whole(json, field, Integer.MAX_VALUE);
        case "user", "user_id" -> user = PrintableText.shortLine(text(json, field));
        default -> json.skipChildren();
      }
    }
    if (id == null || profile == null || submit < 0) {
      throw fault(line, "a job must have an id, a profile and a subtime from 0 on");
    }
    return new Job(id, profile, submit, walltime, res, user, line);
  }

  private void profiles(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw wrong(json, "an object with the profiles by name");
    }
    while (json.nextToken() != JsonToken.END_OBJECT) {
      var name = json.currentName();
      if (json.nextToken() != JsonToken.START_OBJECT || delays.size() == MOST_PROFILES) {
        throw wrong(
            json, "an object { ... } for each of at most %d profiles".formatted(MOST_PROFILES));
      }
      var type = "";
      long delay = NO_TIME;
      while (json.nextToken() != JsonToken.END_OBJECT) {
        var field = json.currentName();
        json.nextToken();
        switch (field) {
          case "type" -> type = text(json, field);
          case "delay" -> delay = milli(json, field);
          default -> json.skipChildren();
        }
      }
      delays.put(name, type.equals("delay") ? delay : NO_TIME);
    }
  }

  private String text(JsonParser json, String field) throws IOException {
    if (!json.currentToken().isScalarValue() || json.currentToken() == JsonToken.VALUE_NULL) {
      throw wrong(json, field + ": a text or a number");
    }
    return json.getText();
  }

  private int whole(JsonParser json, String field, int most) throws IOException {
    var allowed = "%s: a whole number from 1 to %d".formatted(field, most);
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw wrong(json, allowed);
    }
    var number = json.getBigIntegerValue();
    if (number.signum() < 1 || number.bitLength() > 31) {
      throw wrong(json, allowed);
    }
    return number.intValueExact();
  }

  /** A time in thousandths of a second; one below 0 is none. */
  private long milli(JsonParser json, String field) throws IOException {
    if (!json.currentToken().isNumeric()) {
      throw wrong(json, field + ": a number of seconds");
    }
    var plain = json.getText();
    if (!plain.matches("-?[0-9]{1,18}(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?")) {
      throw wrong(json, field + ": a number of seconds");
    }
    var bytes = new BigDecimal(plain).toPlainString().getBytes(StandardCharsets.US_ASCII);
    long milli = DecimalText.milli(bytes, 0, bytes.length);
    if (!SwfField.SUBMIT.allows(milli)) {
      throw wrong(json, field + ": a number of seconds up to 10000000000");
    }
    return Math.max(NO_TIME, milli);
  }

  private TraceException wrong(JsonParser json, String allowed) throws IOException {
    var given = json.currentToken() == null ? "the end of the file" : "" + json.getText();
    return fault(
        json.currentTokenLocation().getLineNr(),
        "allowed is %s; given was %s".formatted(allowed, PrintableText.quoted(given)));
  }

  private TraceException fault(int line, String what) {
    return new TraceException(
        "%s:%d: %s".formatted(TraceFile.shown(file), line, PrintableText.line(what)));
  }

  // --- what becomes of the jobs

  private Trace trace() {
    if (jobs.isEmpty()) {
      throw new TraceException(TraceFile.shown(file) + ": has no job");
    }
    var selection = new JobSelection(options);
    boolean areNumbers = jobs.stream().allMatch(job -> ID.matcher(job.id()).matches());
    var ids = new TreeSet<Long>();
    for (int at = 0; at < jobs.size(); at++) {
      var job = jobs.get(at);
      long id = areNumbers ? number(job.id()) : at + 1L;
      if (!ids.add(id)) {
        throw fault(job.line(), "job id %d is there twice".formatted(id));
      }
      selection.add(logged(job, id), at + 1);
    }
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
    var notes = new ArrayList<>(selection.lacks());
    if (walltimes > 0) {
      notes.add("run time: %d jobs have no delay, taken is their walltime".formatted(walltimes));
    }
    var name = file.getFileName() == null ? file : file.getFileName();
    return new Trace(
        TraceFile.shown(name),
        users.areNumbers() ? GwfReader.renumbered(fitting, users.own()) : fitting,
        machine,
        new TreeMap<>(),
        selection.dropped(),
        selection.clamped(),
        0,
        users.areNumbers() ? new TreeMap<>() : users.named(),
        notes);
  }

  private static long number(String id) {
    return Long.parseLong(id.substring(id.indexOf('!') + 1));
  }

  private LoggedJob logged(Job job, long id) {
    var delay = delays.get(job.profile());
    if (delay == null) {
      throw fault(job.line(), "there is no profile called " + PrintableText.quoted(job.profile()));
    }
    if (delay < 0) {
      walltimes++;
    }
    return new LoggedJob(
        id,
        job.submit(),
        NO_TIME,
        delay < 0 ? job.walltime() : delay,
        job.processors(),
        job.processors(),
        job.walltime(),
        job.user().isEmpty() ? LogUsers.UNKNOWN : users.number(job.user(), ""));
  }
}
