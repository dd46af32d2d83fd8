package io.metasched.simulation.system.cyclic.model;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.rows.Decimals;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import io.metasched.simulation.system.cyclic.rows.RunNames;
import io.metasched.simulation.workload.trace.SwfWriter;
import io.metasched.simulation.workload.trace.TraceJob;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Exporter of the started jobs of a run, for other programs. One format is a log in Standard
 * Workload Format; it has no fields for names, costs and nodes, which are in a comment before each
 * job. The other is the table of jobs that evalys and Batsim's other tools read.
 */
public final class FlowFiles {
  private static final String SWF = "output.swf";
  private static final String EVALYS = "output.evalys";
  private static final List<String> EVALYS_COLUMNS =
      List.of(
          "job_id",
          "workload_name",
          "submission_time",
          "requested_number_of_resources",
          "requested_time",
          "success",
          "starting_time",
          "execution_time",
          "finish_time",
          "waiting_time",
          "turnaround_time",
          "stretch",
          "allocated_resources");
  private static final int STRETCH_DECIMALS = 6;
  private static final Comparator<JobRow> BY_SUBMISSION =
      Comparator.<JobRow>comparingLong(row -> row.job().submitTick())
          .thenComparing(row -> row.job().id());

  private final CyclicRun run;
  private final RunNames names;
  private final SortedMap<JobId, List<PlacementRow>> parts = new TreeMap<>();

  private FlowFiles(CyclicRun run) {
    this.run = run;
    names = run.names();
    run.placements()
        .forEach(part -> parts.computeIfAbsent(part.job(), job -> new ArrayList<>()).add(part));
  }

  /** Rejects a scenario in which the keys of the files are not flags. */
  static void check(Values values) {
    values.yesNo(SWF);
    values.yesNo(EVALYS);
  }

  /** Writes the files that a scenario requests. */
  public static void write(CyclicRun run, ScenarioText text, Path folder) throws IOException {
    var values = new Values(text.config());
    var files = new FlowFiles(run);
    if (values.yesNo(SWF)) {
      files.writeSwf(folder.resolve("jobs.swf"));
    }
    if (values.yesNo(EVALYS)) {
      files.writeEvalys(folder.resolve("evalys-jobs.csv"));
    }
  }

  private List<JobRow> begun() {
    return run.jobs().stream()
        .filter(row -> parts.containsKey(row.job().id()))
        .sorted(BY_SUBMISSION)
        .toList();
  }

  private List<PlacementRow> partsOf(JobRow row) {
    return parts.getOrDefault(row.job().id(), List.of());
  }

  private long start(JobRow row) {
    return partsOf(row).get(0).start();
  }

  private long realEnd(JobRow row) {
    return partsOf(row).stream().mapToLong(PlacementRow::realEnd).max().orElseThrow();
  }

  private long reservedEnd(JobRow row) {
    return partsOf(row).stream().mapToLong(PlacementRow::end).max().orElseThrow();
  }

  // --- Standard Workload Format

  private void writeSwf(Path file) throws IOException {
    try (var text = Files.newBufferedWriter(file)) {
      var swf = new SwfWriter(text);
      swf.header("Version", "2.2");
      swf.header("Note", "%s, policy %s".formatted(run.title().scenario(), run.title().policy()));
      swf.header("MaxProcs", run.nodes().size());
      swf.noteLost(begun().stream().map(JobRow::after));
      for (var row : begun()) {
        text.append("; job ").append(Long.toString(row.job().id().number()));
        for (var extra : extras(row).entrySet()) {
          text.append(' ').append(extra.getKey()).append('=').append(extra.getValue());
        }
        text.append('\n');
        swf.job(logged(row), row.outcome() == JobStatus.FINISHED && !row.stopped() ? 1 : 0, -1);
      }
    }
  }

  /** Returns the fields that the format does not have, by name. */
  private SortedMap<String, String> extras(JobRow row) {
    var job = row.job();
    var extras = new TreeMap<String, String>();
    extras.put("cost", Decimals.ofThousandths(row.costMilli() - row.refundMilli()));
    extras.put("criterion", job.criterion().label());
    extras.put("nodes", nodes(row));
    put(extras, "budget", job.costLimitMilli());
    put(extras, "deadline", job.deadlineTick());
    if (!row.name().isEmpty()) {
      extras.put("name", quoted(row.name()));
    }
    extras.put("user", quoted(names.user(job.user())));
    var organization = names.organizations().get(job.id().vo());
    if (organization != null) {
      extras.put("vo", quoted(organization));
    }
    if (!job.requirements().properties().isEmpty()) {
      extras.put("requirements", quoted(String.join(" and ", job.requirements().properties())));
    }
    return extras;
  }

  private static void put(SortedMap<String, String> extras, String key, long value) {
    if (value != WindowRequest.NO_LIMIT) {
      extras.put(key, Decimals.ofThousandths(value));
    }
  }

  private String nodes(JobRow row) {
    var shown = new ArrayList<String>();
    for (var part : partsOf(row)) {
      var name = run.nodes().get(part.node()).name();
      shown.add(name.isEmpty() ? Integer.toString(part.node()) : name);
    }
    return quoted(String.join(",", shown));
  }

  private static String quoted(String text) {
    return text.contains(" ") ? '"' + text + '"' : text;
  }

  private TraceJob logged(JobRow row) {
    var job = row.job();
    long ran = Math.max(TraceJob.TICKS_PER_SECOND, realEnd(row) - start(row));
    return new TraceJob(
        job.id().number(),
        job.submitTick(),
        ran,
        job.nodes(),
        Math.max(ran, reservedEnd(row) - start(row)),
        job.user(),
        row.stopped(),
        ran,
        start(row) - job.submitTick(),
        row.after());
  }

  // --- evalys

  private void writeEvalys(Path file) throws IOException {
    try (var csv =
        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(Files.newBufferedWriter(file))) {
      csv.writeRecord(EVALYS_COLUMNS);
      begun().forEach(row -> csv.writeRecord(evalys(row)));
    }
  }

  private List<String> evalys(JobRow row) {
    var job = row.job();
    long ran = realEnd(row) - start(row);
    long turnaround = realEnd(row) - job.submitTick();
    var stretch =
        BigDecimal.valueOf(turnaround)
            .divide(BigDecimal.valueOf(Math.max(1, ran)), STRETCH_DECIMALS, RoundingMode.HALF_UP);
    return List.of(
        Long.toString(job.id().number()),
        run.title().scenario(),
        Decimals.ofThousandths(job.submitTick()),
        Integer.toString(job.nodes()),
        Decimals.ofThousandths(reservedEnd(row) - start(row)),
        row.outcome() == JobStatus.FINISHED && !row.stopped() ? "1" : "0",
        Decimals.ofThousandths(start(row)),
        Decimals.ofThousandths(ran),
        Decimals.ofThousandths(realEnd(row)),
        Decimals.ofThousandths(start(row) - job.submitTick()),
        Decimals.ofThousandths(turnaround),
        stretch.toPlainString(),
        intervals(partsOf(row).stream().mapToInt(PlacementRow::node).sorted().toArray()));
  }

  /** Returns nodes in the notation of evalys: {@code 0-2 5}. */
  private static String intervals(int[] nodes) {
    var text = new StringBuilder();
    for (int at = 0; at < nodes.length; ) {
      int last = at;
      while (last + 1 < nodes.length && nodes[last + 1] == nodes[last] + 1) {
        last++;
      }
      text.append(text.isEmpty() ? "" : " ").append(nodes[at]);
      text.append(last > at ? "-" + nodes[last] : "");
      at = last + 1;
    }
    return text.toString();
  }
}
