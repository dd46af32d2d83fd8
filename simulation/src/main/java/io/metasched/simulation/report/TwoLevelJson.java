package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.provider.Lateness;
import io.metasched.simulation.result.TwoLevelResult;
import io.metasched.simulation.twolevel.TwoLevelMetrics;
import io.metasched.simulation.twolevel.TwoLevelRun;
import io.metasched.simulation.twolevel.TwoLevelRuns;

/** Runs on two levels as one JSON object; times in seconds, not rounded. */
public final class TwoLevelJson {
  private static final double TICKS = 1000;

  private TwoLevelJson() {}

  /**
   * The object.
   *
   * @param wallSeconds what all of it took
   */
  public static ObjectNode of(TwoLevelRuns all, double wallSeconds) {
    var shared = all.runs().get(0).setting();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("schema", TwoLevelResult.SCHEMA);
    json.put("kind", TwoLevelResult.KIND);
    json.put("scenario", all.scenario());
    json.put("driver", all.driver());
    json.put("seed", all.seed());
    json.put("version", all.version());
    json.put("providers", shared.providers());
    json.put("processors", shared.processors());
    json.put("localPeriod", shared.localPeriodTicks() / TICKS);
    json.put("lateRefused", shared.grid().lateness() == Lateness.REFUSED);
    json.put("jobs", all.runs().get(0).outcome().jobs().size());
    var notes = json.putArray("notes");
    all.notes().forEach(notes::add);
    var policies = json.putArray("policies");
    all.runs().forEach(run -> policies.add(policy(run)));
    json.put("wallSeconds", wallSeconds);
    return json;
  }

  private static ObjectNode policy(TwoLevelRun run) {
    var metrics = run.metrics();
    var criteria = metrics.criteria();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("policy", run.policy());
    json.put("setApart", run.setting().grid().setApart());
    json.put("utilisation", criteria.utilisation());
    json.put("meanFlow", criteria.meanFlow());
    json.put("meanTardiness", criteria.meanTardiness());
    SummaryJson.mean(json, "meanWait", metrics.meanWait());
    SummaryJson.mean(json, "meanBatchWait", metrics.meanBatchWait());
    SummaryJson.mean(json, "makespan", metrics.makespan());
    json.put("reservations", criteria.reservations());
    json.put("inTime", metrics.inTime());
    json.put("late", metrics.late());
    json.put("refused", criteria.refused());
    json.put("stopped", criteria.stopped());
    var providers = json.putArray("byProvider");
    metrics.byProvider().forEach(provider -> providers.add(provider(provider)));
    json.put("placementsDigest", run.placementsDigest());
    json.put("violations", run.violations());
    json.put("wallSeconds", run.wallSeconds());
    return json;
  }

  private static ObjectNode provider(TwoLevelMetrics.OfProvider provider) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("provider", provider.provider());
    json.put("jobs", provider.jobs());
    json.put("reservations", provider.reservations());
    json.put("processorSeconds", provider.processorSeconds());
    SummaryJson.mean(json, "utilisation", provider.utilisation());
    return json;
  }
}
