package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.report.ExperimentFiles;
import io.metasched.simulation.report.ExperimentJson;
import io.metasched.simulation.report.ExperimentPage;
import io.metasched.simulation.rows.Fingerprints;
import io.metasched.simulation.rows.JsonFile;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.TableDigest;
import io.metasched.simulation.rule.ResultRule;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.rule.ViolationCollector;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.CellFiles;
import io.metasched.simulation.study.ExperimentCheck;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.RecordedStudy;
import io.metasched.simulation.study.Study;
import io.metasched.simulation.study.StudyFiles;
import io.metasched.simulation.study.Sweep;
import io.metasched.simulation.system.Experiments;
import io.metasched.simulation.system.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Check of an experiment or a sweep. The whole summary and the page follow from the observations,
 * and are regenerated from them. The observations cannot be derived from other data, so they have
 * fingerprints, as do the facts of the run (version, seed, plug-ins, the scenario of a sweep).
 */
final class StudyCheck {
  private static final int MOST_BYTES = 1 << 28;

  private final Path folder;
  private final String version;
  private final ViolationCollector violations = new ViolationCollector(RunRules.MOST_NAMED);
  private final RuleReport summaryReport = violations.of(ResultRule.SUMMARY.label());

  private StudyCheck(Path folder, String version) {
    this.folder = folder;
    this.version = version;
  }

  /**
   * Returns all violations, none for a sound study, and the unchecked parts.
   *
   * @param version version of this program, which can check only the pages of its own version
   */
  static RunRules.Outcome check(Path folder, String version) {
    var check = new StudyCheck(folder, version);
    var found = check.found();
    return new RunRules.Outcome(found, check.violations.notes());
  }

  private List<Violation> found() {
    try {
      return all();
    } catch (ResultFormatException e) {
      return List.of(
          new Violation(
              ResultRule.FILES.label(), "the experiment", String.valueOf(e.getMessage())));
    } catch (UsageException e) {
      return List.of(
          new Violation(
              ResultRule.SUMMARY.label(), ResultFolder.SUMMARY, String.valueOf(e.getMessage())));
    }
  }

  private List<Violation> all() {
    var file = new JsonFile(folder.resolve(ResultFolder.SUMMARY), MOST_BYTES);
    var summary = file.read();
    var digests = new LinkedHashMap<String, TableDigest>();
    var study = StudyFiles.read(folder, digests);
    var cells = CellFiles.FORMAT.read(folder, digests);
    var found =
        new ArrayList<>(
            ExperimentCheck.check(study.measurements(), cells, CellFiles.readSummary(folder)));
    var differences = CellFiles.DIFFERENCE_FORMAT.read(folder, digests);
    var columns = ExperimentFiles.tables(digests);
    changedColumns(columns, summary.path(ExperimentFiles.TABLES));

    var result = result(folder, study, summary, file);
    found.addAll(ExperimentCheck.differences(result, differences));
    var must = ExperimentJson.facts(result, file.text(summary, "version"));
    var further = new ArrayList<>(ExperimentFiles.BARE);
    if (study.experiment().equals(Sweep.NAME)) {
      further.addAll(ExperimentFiles.OF_SWEEPS);
    }
    further.forEach(name -> must.set(name, summary.path(name)));
    must.set(ExperimentFiles.TABLES, columns);
    must.set(Fingerprints.FIELD, fingerprints(further, summary));
    new SummaryComparison(ResultFolder.SUMMARY, summaryReport).compare("", must, summary);
    found.addAll(violations.all());
    var made = summary.path("version").asText();
    var pageReport = violations.of(PageCheck.RULE);
    if (found.isEmpty() && version.equals(made)) {
      PageCheck.check(folder, pageReport, page -> ExperimentPage.write(result, version, page));
      found.addAll(violations.all());
    } else if (found.isEmpty()) {
      PageCheck.note(folder, made).ifPresent(why -> pageReport.note("%s", why));
    }
    return found;
  }

  /**
   * Returns the result that follows from the observations of a study.
   *
   * @throws UsageException if the observations do not match the experiment or sweep
   */
  static ExperimentResult result(Path folder, Study study) {
    var file = new JsonFile(folder.resolve(ResultFolder.SUMMARY), MOST_BYTES);
    return result(folder, study, file.read(), file);
  }

  private static ExperimentResult result(
      Path folder, Study study, JsonNode summary, JsonFile file) {
    if (!study.experiment().equals(Sweep.NAME)) {
      return RecordedStudy.experiment(Experiments.named(study.experiment()), study);
    }
    var text = Systems.SCENARIOS.ofFile(folder.resolve(Simulation.SCENARIO_FILE));
    var values = new ArrayList<String>();
    summary.path("values").forEach(value -> values.add(value.asText()));
    return RecordedStudy.sweep(
        Systems.of(text.schema()).system(),
        study,
        file.text(summary, "key"),
        values,
        text.seeds().runSeed());
  }

  private ObjectNode fingerprints(List<String> further, JsonNode summary) {
    var must = JsonNodeFactory.instance.objectNode();
    for (var name : ExperimentFiles.FACTS) {
      must.put(name, Fingerprints.of(summary.path(name)));
    }
    further.forEach(name -> must.put(name, Fingerprints.of(summary.path(name))));
    var scenario = folder.resolve(Simulation.SCENARIO_FILE);
    if (further.containsAll(ExperimentFiles.OF_SWEEPS)) {
      try {
        must.put(Simulation.SCENARIO_FILE, Fingerprints.of(Files.readString(scenario)));
      } catch (IOException unreadable) {
        summaryReport.add(Simulation.SCENARIO_FILE, "the scenario of the sweep cannot be read");
      }
    }
    return must;
  }

  /** Reports each changed column by the name of its file. */
  private void changedColumns(JsonNode must, JsonNode is) {
    for (var file : must.properties()) {
      for (var column : file.getValue().path("columns").properties()) {
        if (!is.path(file.getKey())
            .path("columns")
            .path(column.getKey())
            .equals(column.getValue())) {
          summaryReport.add(
              file.getKey(),
              "column %s does not match its fingerprint in summary.json",
              column.getKey());
        }
      }
    }
  }

  /** Returns whether a summary is of several experiments, each in a folder of its name. */
  static boolean isIndex(Path folder) {
    try {
      return new JsonFile(folder.resolve(ResultFolder.SUMMARY), MOST_BYTES)
          .read()
          .path(ExperimentFiles.INDEX)
          .isArray();
    } catch (ResultFormatException unreadable) {
      return false;
    }
  }

  /** Checks the summary of several experiments against the summaries in the folders. */
  static List<Violation> checkIndex(Path folder) {
    var violations = new ViolationCollector(RunRules.MOST_NAMED);
    var report = violations.of(ResultRule.SUMMARY.label());
    var is = new JsonFile(folder.resolve(ResultFolder.SUMMARY), MOST_BYTES).read();
    Map<String, JsonNode> summaries = new LinkedHashMap<>();
    for (var study : Results.foldersWith(StudyFiles.OBSERVATIONS, folder)) {
      var name = folder.normalize().relativize(study).toString();
      try {
        summaries.put(name, new JsonFile(study.resolve(ResultFolder.SUMMARY), MOST_BYTES).read());
      } catch (ResultFormatException said) {
        // reported by the check of the experiment
      }
    }
    var must = JsonNodeFactory.instance.objectNode();
    var list = must.putArray(ExperimentFiles.INDEX);
    for (var entry : is.path(ExperimentFiles.INDEX)) {
      var name = entry.path("experiment").asText();
      var summary = summaries.remove(name);
      if (summary == null) {
        report.add(
            ResultFolder.SUMMARY,
            "experiment %s has no folder of its name, or is in it twice",
            PrintableText.quoted(name));
        return violations.all();
      }
      list.add(summary);
    }
    summaries
        .keySet()
        .forEach(name -> report.add(ResultFolder.SUMMARY, "experiment %s is not in it", name));
    new SummaryComparison(ResultFolder.SUMMARY, report).compare("", must, is);
    return violations.all();
  }
}
