package io.metasched.simulation.system.cyclic.report;

import static io.metasched.simulation.system.cyclic.rows.CyclicTables.CYCLES;
import static io.metasched.simulation.system.cyclic.rows.CyclicTables.DECISIONS;
import static io.metasched.simulation.system.cyclic.rows.CyclicTables.JOBS;
import static io.metasched.simulation.system.cyclic.rows.CyclicTables.LOCAL;
import static io.metasched.simulation.system.cyclic.rows.CyclicTables.NODES;
import static io.metasched.simulation.system.cyclic.rows.CyclicTables.PLACEMENTS;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.report.ColumnsJson;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.TimeCut;
import io.metasched.simulation.system.cyclic.metric.NodeUse;
import io.metasched.simulation.system.cyclic.metric.TimeCourse;
import io.metasched.simulation.system.cyclic.metric.UserSpending;
import io.metasched.simulation.system.cyclic.metric.VoGroup;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.LocalRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Sections of the page about scheduling cycles: slots and jobs over time, cycles, setbacks, users
 * and organizations. Jobs are referred to by position in the columns of {@code jobs}.
 */
public final class CyclicPage implements PageSections<CyclicRun> {
  private static final List<String> SETBACKS = List.of("requeued", "refused", "postponed");

  private final PageLimits limits;
  private final List<TimeCourse> courses = new ArrayList<>();
  private final List<Long> endTicks = new ArrayList<>();

  /**
   * Creates the sections.
   *
   * @param limits limits of each policy on the page
   */
  public CyclicPage(PageLimits limits) {
    this.limits = limits;
  }

  @Override
  public String body() {
    return "report.html";
  }

  @Override
  public List<String> scripts() {
    return List.of("cyclic-bars.js", "deployment.js", "report.js");
  }

  @Override
  public void run(CyclicRun run, JsonGenerator json) throws IOException {
    var header = run.header();
    var local = run.local().stream().filter(row -> row.start() >= 0).toList();
    var cut =
        TimeCut.of(
            limits.bars(),
            run.placements().stream().mapToLong(PlacementRow::start),
            local.stream().mapToLong(LocalRow::start));
    var out = new ColumnsJson(json);
    json.writeStartObject();
    json.writeStringField("policy", run.title().policy());
    json.writeNumberField("periodTicks", header.periodTicks());
    json.writeNumberField("horizonTicks", header.horizonTicks());
    json.writeNumberField("endTick", header.endTick());
    json.writeNumberField("cycles", header.cycles());
    json.writeBooleanField("unlimited", header.unlimitedAccounts());
    json.writeNumberField("shownUntilTick", cut.untilTick());
    out.begin("nodes", run.nodes().size());
    out.numbers("id", run.nodes(), row -> row.node().id());
    out.numbers(NODES, run.nodes(), "domain", "performance", "priceMilli=price");
    out.texts(NODES, run.nodes(), "name", "owner");
    out.end();
    parts(run, cut.shown(run.placements(), PlacementRow::start), out);
    out.begin("local", local.size());
    var shown = cut.shown(local, LocalRow::start);
    out.numbers(LOCAL, shown, "node", "start", "length", "planned");
    out.end();
    cycles(run, out);
    setbacks(run, out);
    nodes(NodeUse.of(run), out);
    users(run, UserSpending.of(run), out);
    organizations(run, out);
    json.writeEndObject();
    courses.add(TimeCourse.of(run));
    endTicks.add(header.endTick());
  }

  /** Writes the parts, and the jobs to which they belong. */
  private static void parts(CyclicRun run, List<PlacementRow> parts, ColumnsJson out)
      throws IOException {
    var positions = new TreeMap<JobId, Integer>();
    parts.forEach(part -> positions.putIfAbsent(part.job(), 0));
    var jobs = run.jobs().stream().filter(row -> positions.containsKey(row.job().id())).toList();
    for (int at = 0; at < jobs.size(); at++) {
      positions.put(jobs.get(at).job().id(), at);
    }
    out.begin("jobs", run.jobs().size());
    out.json().writePOJOField("id", jobs.stream().map(row -> row.job().id().toString()).toList());
    out.texts(JOBS, jobs, "name");
    out.numbers(JOBS, jobs, "user", "submit", "nodes");
    out.texts("criterion", jobs, row -> row.job().criterion().label());
    out.texts("outcome", jobs, row -> row.stopped() ? "stopped" : row.outcome().label());
    out.numbers("cycle", jobs, JobRow::cycle);
    out.numbers(JOBS, jobs, "costMilli=cost", "refundMilli=refund");
    out.end();
    out.begin("parts", run.placements().size());
    out.numbers("job", parts, part -> positions.getOrDefault(part.job(), 0));
    out.numbers(PLACEMENTS, parts, "node", "start", "end", "realEnd", "costMilli=cost");
    out.end();
  }

  /** Writes the cycles. Each column is shown under its name, in this order. */
  private void cycles(CyclicRun run, ColumnsJson out) throws IOException {
    var rows = run.cycles().subList(0, Math.min(run.cycles().size(), limits.cycles()));
    out.begin("cycleRows", run.cycles().size());
    out.numbers(CYCLES, rows, "cycle", "vo", "tick", "batch", "slots", "alternatives", "placed");
    out.numbers(CYCLES, rows, "withoutAlternative", "postponed", "requeued", "refused");
    out.end();
  }

  /** Writes the causes that kept jobs from being placed. */
  private void setbacks(CyclicRun run, ColumnsJson out) throws IOException {
    var all = run.decisions().stream().filter(row -> SETBACKS.contains(row.event())).toList();
    var rows = all.subList(0, Math.min(all.size(), limits.decisions()));
    out.begin("decisions", all.size());
    out.numbers(DECISIONS, rows, "cycle", "tick");
    out.texts(DECISIONS, rows, "job", "event", "reason", "detail");
    out.end();
  }

  private void nodes(List<NodeUse> all, ColumnsJson out) throws IOException {
    out.begin("nodeUse", all.size());
    out.records(NodeUse.class, all.subList(0, Math.min(all.size(), limits.users())));
    out.end();
  }

  private void users(CyclicRun run, List<UserSpending> all, ColumnsJson out) throws IOException {
    var rows = all.subList(0, Math.min(all.size(), limits.users()));
    UserNames.write(run, rows, out.json());
    out.begin("users", all.size());
    out.records(UserSpending.class, rows);
    out.numbers("balanceMilli", rows, UserSpending::balanceMilli);
    out.end();
  }

  private static void organizations(CyclicRun run, ColumnsJson out) throws IOException {
    out.json().writeObjectFieldStart("organizations");
    out.measured("jainIndex", VoGroup.jainIndex(run));
    out.json().writeArrayFieldStart("rows");
    var names = run.names().organizations();
    for (var entry : VoGroup.of(run).entrySet()) {
      var vo = entry.getValue();
      out.json().writeStartObject();
      out.json().writeNumberField("vo", entry.getKey());
      out.json().writeStringField("name", names.getOrDefault(entry.getKey(), ""));
      out.json().writeNumberField("submitted", vo.jobs().submitted());
      out.json().writeNumberField("finished", vo.jobs().finished());
      out.measured("meanWait", vo.jobs().meanStart());
      out.measured("meanFlow", vo.jobs().meanFinish());
      out.measured("spent", vo.spent());
      out.measured("nodeTimeShare", vo.nodeTimeShare());
      out.json().writeEndObject();
    }
    out.json().writeEndArray();
    out.json().writeEndObject();
  }

  @Override
  public void summary(ObjectNode shown) {
    for (int at = 0; at < courses.size(); at++) {
      var policy = (ObjectNode) shown.path("policies").path(at);
      policy.remove("byUser");
      policy.put("endTick", endTicks.get(at));
      policy.set("course", PageFile.MAPPER.valueToTree(courses.get(at)));
    }
  }
}
