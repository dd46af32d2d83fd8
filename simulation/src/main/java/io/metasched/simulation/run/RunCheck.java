package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.SystemPage;
import io.metasched.simulation.rows.Fingerprints;
import io.metasched.simulation.rows.JsonFile;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableDigest;
import io.metasched.simulation.rows.TableFolder;
import io.metasched.simulation.rule.ResultRule;
import io.metasched.simulation.rule.RuleNote;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.rule.ViolationCollector;
import io.metasched.simulation.system.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Check of the runs below a folder, of any system: their rules, and each field of their summaries,
 * which is recomputed from the files by the exact formulas. At most one run is in memory.
 */
final class RunCheck {
  private static final String SUMMARY_RULE = ResultRule.SUMMARY.label();
  private static final String FILES_RULE = ResultRule.FILES.label();
  private static final int MOST_BYTES = 1 << 28;

  private final Path checked;
  private final String version;
  private final List<Violation> violations = new ArrayList<>();
  private final List<RuleNote> notes = new ArrayList<>();

  /** Runs by the folder of their summary, or by their own folder. */
  private final TreeMap<Path, TreeSet<Path>> bySummary = new TreeMap<>();

  /**
   * Creates a check of all runs in and below a folder.
   *
   * @param version version of this program, which can check only the pages of its own version
   */
  RunCheck(Path folder, String version) {
    this.version = version;
    checked = folder.toAbsolutePath().normalize();
    for (var run : Results.foldersWith(RunTitle.FILE, checked)) {
      bySummary.computeIfAbsent(summaryFolder(run), f -> new TreeSet<>()).add(run);
    }
    for (var folderOfSummary : Results.foldersWith(ResultFolder.SUMMARY, checked)) {
      if (isOfRuns(folderOfSummary.resolve(ResultFolder.SUMMARY))) {
        bySummary.computeIfAbsent(folderOfSummary, f -> new TreeSet<>());
      }
    }
  }

  private static boolean isOfRuns(Path file) {
    var summary = new JsonFile(file, MOST_BYTES);
    return Systems.SCENARIOS.all().stream()
        .anyMatch(schema -> summary.hasText("kind", schema.kind()));
  }

  /**
   * Returns the folder of a run's summary: the run's own folder or, if several policies are side by
   * side, the folder above it.
   */
  static Path summaryFolder(Path run) {
    var above = run.getParent();
    if (above == null || Files.exists(run.resolve(ResultFolder.SUMMARY))) {
      return run;
    }
    boolean isAbove =
        Files.exists(above.resolve(ResultFolder.SUMMARY)) && !new TableFolder(above).hasRun();
    return isAbove ? above : run;
  }

  /** Returns whether there is neither a run nor a summary of runs. */
  boolean isEmpty() {
    return bySummary.isEmpty();
  }

  /** Returns the number of runs, by the names of systems. */
  SortedMap<String, Integer> counts() {
    var counts = new TreeMap<String, Integer>();
    bySummary.values().stream()
        .flatMap(TreeSet::stream)
        .forEach(run -> counts.merge(kind(run), 1, Integer::sum));
    return counts;
  }

  private static String kind(Path run) {
    try {
      return PrintableText.escaped(new TableFolder(run).kind());
    } catch (ResultFormatException unreadable) {
      return "unreadable";
    }
  }

  /** Returns the violations; their places are relative to the checked folder. */
  List<Violation> check() {
    bySummary.forEach(this::check);
    return violations;
  }

  /** Returns the unchecked parts, after {@link #check} has finished. */
  List<RuleNote> notes() {
    return notes;
  }

  private void check(Path folder, SortedSet<Path> runs) {
    int violationsBefore = violations.size();
    var summary = summary(folder);
    var reported = new TreeMap<String, JsonNode>();
    if (summary != null) {
      for (var policy : summary.path(SummaryJson.POLICIES)) {
        var name = policy.path("policy").asText();
        if (reported.put(name, policy) != null) {
          report(folder, SUMMARY_RULE)
              .add(
                  ResultFolder.SUMMARY, "policy %s must be in it once", PrintableText.quoted(name));
        }
      }
    }
    var read = new TreeMap<String, RunSummary>();
    boolean all = true;
    for (var run : runs) {
      var counted = run(run);
      if (counted.isEmpty()) {
        all = false;
        continue;
      }
      read.put(counted.get().title().policy(), counted.get());
      if (summary != null) {
        var policy = reported.remove(counted.get().title().policy());
        compare(run, counted.get(), policy);
      }
    }
    boolean isWhole = folder.startsWith(checked) && all && summary != null;
    if (isWhole && !reported.isEmpty()) {
      reported
          .keySet()
          .forEach(
              policy ->
                  report(folder, FILES_RULE)
                      .add(
                          ResultFolder.SUMMARY,
                          "policy %s has no run in a folder of its name",
                          PrintableText.quoted(policy)));
    } else if (isWhole && summary != null && !read.isEmpty()) {
      int before = violations.size();
      frame(folder, summary, read);
      if (violations.size() == before
          && before == violationsBefore
          && summary instanceof ObjectNode object) {
        page(folder, object, runs);
      }
    }
  }

  private @Nullable JsonNode summary(Path folder) {
    var file = folder.resolve(ResultFolder.SUMMARY);
    try {
      return Files.exists(file) ? new JsonFile(file, MOST_BYTES).read() : none(folder);
    } catch (ResultFormatException e) {
      violations.add(
          new Violation(
              SUMMARY_RULE, place(folder, ResultFolder.SUMMARY), String.valueOf(e.getMessage())));
      return null;
    }
  }

  private @Nullable JsonNode none(Path folder) {
    report(folder, FILES_RULE).add(ResultFolder.SUMMARY, "the summary of the runs is missing");
    return null;
  }

  /** Checks a run by its rules; empty if its files cannot be read. */
  private Optional<RunSummary> run(Path folder) {
    try {
      return Optional.of(run(Results.entry(folder).system(), folder));
    } catch (ResultFormatException e) {
      violations.add(new Violation(FILES_RULE, place(folder), String.valueOf(e.getMessage())));
      return Optional.empty();
    }
  }

  private <R extends RunTables> RunSummary run(SimulatedSystem<R> system, Path folder) {
    var digests = new LinkedHashMap<String, TableDigest>();
    var run = new TableFolder(folder).read(system::assemble, digests);
    var outcome = RunRules.outcome(system.rules(), run);
    outcome
        .notes()
        .forEach(
            note ->
                notes.add(new RuleNote(note.rule(), place(folder, note.where()), note.detail())));
    var found = outcome.violations();
    found.forEach(
        violation ->
            violations.add(
                new Violation(
                    violation.rule(), place(folder, violation.where()), violation.detail())));
    if (found.isEmpty()) {
      GroupFiles.check(system, run, folder, report(folder, FILES_RULE));
    }
    return new RunSummary(run.title(), found, exact(system, run, found, digests));
  }

  /**
   * Returns the summary of a run by the exact formulas. If rows that violate rules make this
   * impossible, the summary is empty.
   */
  private <R extends RunTables> ObjectNode exact(
      SimulatedSystem<R> system, R run, List<Violation> found, Map<String, TableDigest> digests) {
    try {
      return SummaryJson.policy(system, run, found.size(), digests, SummaryJson.Formula.EXACT);
    } catch (RuntimeException impossible) {
      if (found.isEmpty()) {
        throw impossible;
      }
      return SummaryJson.empty(run.title().policy());
    }
  }

  private void compare(Path run, RunSummary counted, @Nullable JsonNode reported) {
    var report = report(run, SUMMARY_RULE);
    if (reported == null) {
      report.add(
          RunTitle.FILE,
          "policy %s is not in %s",
          PrintableText.quoted(counted.title().policy()),
          ResultFolder.SUMMARY);
    } else if (!counted.json().path("placementsDigest").isMissingNode()) {
      new SummaryComparison(ResultFolder.SUMMARY, report)
          .compare(
              counted.title().policy(),
              withNamesOfFiles(counted.json(), reported, report),
              reported);
    }
  }

  /** Reports each changed column by the name of its file; returns {@code counted}. */
  private static JsonNode withNamesOfFiles(
      ObjectNode counted, JsonNode reported, RuleReport report) {
    for (var file : counted.path("tables").properties()) {
      var columns = file.getValue().path("columns");
      var expected = reported.path("tables").path(file.getKey()).path("columns");
      for (var column : columns.properties()) {
        if (!expected.path(column.getKey()).equals(column.getValue())) {
          report.add(
              file.getKey(),
              "column %s does not match its fingerprint in summary.json",
              column.getKey());
        }
      }
    }
    return counted;
  }

  private void frame(Path folder, JsonNode summary, SortedMap<String, RunSummary> read) {
    var report = report(folder, SUMMARY_RULE);
    var order = new ArrayList<RunSummary>();
    summary
        .path(SummaryJson.POLICIES)
        .forEach(
            policy ->
                Optional.ofNullable(read.get(policy.path("policy").asText()))
                    .ifPresent(order::add));
    if (order.isEmpty()) {
      return;
    }
    var must = SummaryJson.titles(order);
    for (var run : order) {
      same(run, order.get(0), report);
    }
    var is = summary.<ObjectNode>deepCopy();
    is.remove(SummaryJson.POLICIES);
    var fingerprints = is.remove(SummaryJson.FINGERPRINTS);
    var comparison = new SummaryComparison(ResultFolder.SUMMARY, report);
    var further = new TreeSet<String>();
    is.fieldNames().forEachRemaining(name -> further.add(name));
    must.fieldNames().forEachRemaining(further::remove);
    for (var name : further) {
      var reported = fingerprints == null ? null : fingerprints.get(name);
      var actual = Fingerprints.of(is.path(name));
      if (reported == null || !reported.asText().equals(actual)) {
        report.add(ResultFolder.SUMMARY, "%s does not match its fingerprint", name);
      }
      is.remove(name);
    }
    if (fingerprints != null) {
      scenario(folder, fingerprints, report);
      fingerprints
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (!further.contains(name) && !name.equals("scenario")) {
                  report.add(ResultFolder.SUMMARY, "fingerprints.%s belongs to no field", name);
                }
              });
    }
    comparison.compare("", must, is);
  }

  /** Checks the page, which contains the runs in the order of the summary. */
  private void page(Path folder, ObjectNode summary, SortedSet<Path> runs) {
    var made = summary.path("version").asText();
    if (!version.equals(made)) {
      PageCheck.note(folder, made).ifPresent(why -> notes.add(note(folder, why)));
      return;
    }
    var order = new ArrayList<Path>();
    for (var policy : summary.path(SummaryJson.POLICIES)) {
      var below = runs.size() == 1 ? folder : folder.resolve(policy.path("policy").asText());
      if (!runs.contains(below)) {
        // then the layout is not that of a simulation
        PageCheck.note(folder).ifPresent(why -> notes.add(note(folder, why)));
        return;
      }
      order.add(below);
    }
    PageCheck.check(
        folder,
        report(folder, PageCheck.RULE),
        page -> make(Results.entry(order.get(0)).system(), order, summary, page));
  }

  private static <R extends RunTables> void make(
      SimulatedSystem<R> system, List<Path> runs, ObjectNode summary, Path file)
      throws IOException {
    try (var page = SystemPage.open(file, system.page(runs.size()), system.metrics())) {
      for (var run : runs) {
        page.add(new TableFolder(run).read(system::assemble, new LinkedHashMap<>()));
      }
      page.finish(summary);
    }
  }

  private static void same(RunSummary run, RunSummary first, RuleReport report) {
    var title = run.title();
    var other = first.title();
    Consumer<String> differs =
        field ->
            report.add(
                RunTitle.FILE, "%s must be the same for all policies of a simulation", field);
    if (!title.kind().equals(other.kind())) {
      differs.accept("kind");
    }
    if (!title.scenario().equals(other.scenario())) {
      differs.accept("scenario");
    }
    if (!title.driver().equals(other.driver())) {
      differs.accept("driver");
    }
    if (title.seed() != other.seed()) {
      differs.accept("seed");
    }
    if (!title.version().equals(other.version())) {
      differs.accept("version");
    }
  }

  private static void scenario(Path folder, JsonNode fingerprints, RuleReport report) {
    try {
      var text = Files.readString(folder.resolve(Simulation.SCENARIO_FILE));
      if (!fingerprints.path("scenario").asText().equals(Fingerprints.of(text))) {
        report.add(
            Simulation.SCENARIO_FILE,
            "its text does not match fingerprints.scenario in %s",
            ResultFolder.SUMMARY);
      }
    } catch (IOException unreadable) {
      report.add(Simulation.SCENARIO_FILE, "the scenario of the runs cannot be read");
    }
  }

  private RuleNote note(Path folder, String why) {
    return new RuleNote(PageCheck.RULE, place(folder, PageFile.NAME), why);
  }

  /** Creates a report whose places name the folder. */
  private RuleReport report(Path folder, String rule) {
    return (where, detail, values) ->
        violations.addAll(one(rule, place(folder, where), detail, values));
  }

  private static List<Violation> one(String rule, String where, String detail, Object... values) {
    var collector = new ViolationCollector(1);
    collector.of(rule).add(where, detail, values);
    return collector.all();
  }

  private String place(Path folder) {
    var below = checked.relativize(folder).toString();
    return below.isEmpty() ? "the run" : below;
  }

  private String place(Path folder, String where) {
    var below = checked.relativize(folder).toString();
    return below.isEmpty() ? where : below + ": " + where;
  }
}
