package io.metasched.simulation.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.metric.JobStatistics;
import io.metasched.simulation.metric.OwnerStatistics;
import io.metasched.simulation.metric.VoStatistics;
import io.metasched.simulation.result.PolicyTotals;
import java.util.List;

/** The summary of a simulation as JSON; docs/schema.md lists the fields. */
public final class SummaryJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SummaryJson() {}

  /** The whole summary. A mean over no job at all is {@code null}. */
  public static ObjectNode of(
      List<PolicyReport> reports, List<String> notes, List<String> plugins, double wallSeconds) {
    var first = reports.get(0).header();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("schema", PolicyTotals.SCHEMA);
    json.put("scenario", first.scenario());
    json.put("driver", first.driver());
    json.put("seed", first.seed());
    json.put("version", first.version());
    json.put("cycles", reports.stream().mapToInt(r -> r.header().cycles()).max().orElse(0));
    var policies = json.putArray("policies");
    reports.forEach(report -> policies.add(policy(report)));
    var noted = json.putArray("notes");
    notes.forEach(noted::add);
    var jars = json.putArray("plugins");
    plugins.forEach(jars::add);
    json.put("wallSeconds", wallSeconds);
    return json;
  }

  static ObjectNode policy(PolicyReport report) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("policy", report.header().policy());
    jobs(json, report.statistics().all());
    json.put("cycles", report.header().cycles());
    json.put("failedCycles", report.header().failedCycles());
    json.put("complete", report.header().complete());
    json.put("violations", report.violations());
    json.put("placementsDigest", report.placementsDigest());
    var criteria = json.putArray("byCriterion");
    report.statistics().byCriterion().forEach(group -> criteria.add(group(group)));
    var users = json.putArray("byUser");
    report.statistics().byUser().forEach(group -> users.add(group(group)));
    var owners = json.putArray("byOwner");
    report.statistics().byOwner().forEach(owner -> owners.add(owner(owner)));
    var organizations = json.putArray("byVo");
    var fairness = report.statistics().fairness();
    fairness.organizations().forEach(vo -> organizations.add(organization(vo)));
    mean(json, "jainIndex", fairness.jainIndex());
    return json;
  }

  private static ObjectNode group(JobStatistics statistics) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("group", statistics.group());
    jobs(json, statistics);
    return json;
  }

  private static void jobs(ObjectNode json, JobStatistics statistics) {
    json.put("submitted", statistics.submitted());
    json.put("finished", statistics.finished());
    json.put("refused", statistics.refused());
    json.put("withdrawn", statistics.withdrawn());
    json.put("waiting", statistics.waiting());
    json.put("requeued", statistics.requeued());
    json.put("stopped", statistics.stopped());
    mean(json, "meanStart", statistics.meanStart());
    mean(json, "meanRuntime", statistics.meanRuntime());
    mean(json, "meanRuntimePlanned", statistics.meanRuntimePlanned());
    mean(json, "meanFinish", statistics.meanFinish());
    mean(json, "meanFinishPlanned", statistics.meanFinishPlanned());
    mean(json, "meanCost", statistics.meanCost());
    mean(json, "meanProcTime", statistics.meanProcTime());
    mean(json, "meanProcTimeReal", statistics.meanProcTimeReal());
    mean(json, "meanAlternatives", statistics.meanAlternatives());
  }

  private static ObjectNode owner(OwnerStatistics owner) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("domain", owner.domain());
    json.put("nodes", owner.nodes());
    json.put("parts", owner.parts());
    json.put("procTime", owner.procTime());
    json.put("income", owner.income());
    json.put("utilisation", owner.utilisation());
    json.put("localUtilisation", owner.localUtilisation());
    json.put("localJobs", owner.localJobs());
    mean(json, "meanLocalWait", owner.meanLocalWait());
    return json;
  }

  private static ObjectNode organization(VoStatistics statistics) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("vo", statistics.vo());
    json.put("submitted", statistics.submitted());
    json.put("finished", statistics.finished());
    mean(json, "meanWait", statistics.meanWait());
    mean(json, "meanFlow", statistics.meanFlow());
    json.put("spent", statistics.spent());
    json.put("nodeTimeShare", statistics.nodeTimeShare());
    return json;
  }

  /** Puts a mean; that over nothing is {@code null}. */
  static void mean(ObjectNode json, String field, double value) {
    if (Double.isNaN(value)) {
      json.putNull(field);
    } else {
      json.put(field, value);
    }
  }

  /** JSON text, on one line or indented for files. */
  public static String text(ObjectNode json, boolean indented) {
    try {
      return indented
          ? MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n"
          : MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of values can always be written", e);
    }
  }
}
