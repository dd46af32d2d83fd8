package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.replay.EstimateModel;
import io.metasched.simulation.replay.PolicyReplay;
import io.metasched.simulation.replay.ReplayGroup;
import io.metasched.simulation.replay.ReplayOptions;
import io.metasched.simulation.result.ReplayResult;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.Trace;
import java.util.List;

/** A replay as one JSON object; times in seconds, not rounded. */
public final class ReplayJson {
  private static final double TICKS = 1000;

  private ReplayJson() {}

  /** The object. */
  public static ObjectNode of(
      List<String> traces,
      Trace trace,
      ReplayOptions options,
      List<PolicyReplay> replays,
      String version) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("schema", ReplayResult.SCHEMA);
    json.put("kind", ReplayResult.KIND);
    var names = json.putArray("traces");
    traces.forEach(names::add);
    json.put("version", version);
    json.put("processors", trace.processors());
    json.put("jobs", trace.jobs().size());
    var dropped = json.putObject("dropped");
    trace.dropped().forEach((cause, count) -> dropped.put(cause.words(), count));
    json.put("clamped", trace.clamped());
    json.put("malformed", trace.malformed());
    json.set("options", options(options));
    var policies = json.putArray("policies");
    replays.forEach(replay -> policies.add(policy(replay)));
    return json;
  }

  private static ObjectNode options(ReplayOptions options) {
    var json = JsonNodeFactory.instance.objectNode();
    var log = options.log();
    var input = options.input();
    var ids = log.jobs();
    json.put("jobs", ids.equals(IdRange.ALL) ? null : ids.first() + "-" + ids.last());
    json.put("processors", log.processors() == 0 ? null : log.processors());
    json.put("clampProcessors", log.clampProcessors());
    json.put("keepOverruns", log.keepOverruns());
    json.put("skipMalformed", log.skipMalformed());
    json.put("period", options.periodTicks() / TICKS);
    json.put("estimates", estimates(input.estimates()));
    json.put("arrivalFactor", input.arrivalFactor());
    var seed = input.shuffleSeed();
    json.put("seed", seed.isPresent() ? seed.getAsLong() : null);
    return json;
  }

  private static String estimates(EstimateModel model) {
    if (model.equals(EstimateModel.LOGGED)) {
      return "log";
    }
    return model.equals(EstimateModel.EXACT) ? "exact" : Double.toString(model.factor());
  }

  private static ObjectNode policy(PolicyReplay replay) {
    var json = JsonNodeFactory.instance.objectNode();
    var metrics = replay.metrics();
    json.put("policy", replay.policy());
    json.put("period", replay.periodTicks() / TICKS);
    json.put("jobs", metrics.jobs());
    json.put("meanWait", metrics.meanWait());
    json.put("meanFlow", metrics.meanFlow());
    json.put("meanSlowdown", metrics.meanSlowdown());
    json.put("meanBoundedSlowdown", metrics.meanBoundedSlowdown());
    json.put("makespan", metrics.makespan());
    json.put("utilisation", metrics.utilisation());
    json.put("maxQueue", replay.schedule().mostWaiting());
    json.put("p50Wait", metrics.p50Wait());
    json.put("p95Wait", metrics.p95Wait());
    json.put("p99Wait", metrics.p99Wait());
    groups(json.putArray("byUser"), "user", replay.byUser());
    groups(json.putArray("bySize"), "upTo", replay.bySize());
    json.put("wallSeconds", replay.wallSeconds());
    json.put("jobsPerSecond", metrics.jobs() / replay.wallSeconds());
    return json;
  }

  private static void groups(ArrayNode json, String key, List<ReplayGroup> groups) {
    for (var group : groups) {
      json.addObject()
          .put(key, group.key())
          .put("jobs", group.jobs())
          .put("meanWait", group.meanWait())
          .put("meanFlow", group.meanFlow())
          .put("meanBoundedSlowdown", group.meanBoundedSlowdown())
          .put("processorSeconds", group.processorSeconds());
    }
  }
}
