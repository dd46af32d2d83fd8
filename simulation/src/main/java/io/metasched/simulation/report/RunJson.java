package io.metasched.simulation.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.metric.UserSpending;
import io.metasched.simulation.metric.VoFairness;
import io.metasched.simulation.result.CycleRow;
import io.metasched.simulation.result.DecisionRow;
import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.LocalRow;
import io.metasched.simulation.result.NodeRow;
import io.metasched.simulation.result.PlacementRow;
import io.metasched.simulation.result.RunResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A run as the JSON that the page's scripts read: tables as arrays of columns, times in ticks,
 * money in thousandths, jobs as positions in the columns of {@code jobs}.
 */
final class RunJson {
  private static final List<String> SETBACKS = List.of("requeued", "refused", "postponed");

  private final JsonGenerator json;
  private final PageLimits limits;

  RunJson(JsonGenerator json, PageLimits limits) {
    this.json = json;
    this.limits = limits;
  }

  /** Writes the run as one object. */
  void write(RunResult run) throws IOException {
    var header = run.header();
    var started = run.local().stream().filter(row -> row.start() >= 0).toList();
    var shown = ShownRows.of(run.placements(), started, limits.bars());
    json.writeStartObject();
    json.writeStringField("policy", header.policy());
    json.writeNumberField("periodTicks", header.periodTicks());
    json.writeNumberField("horizonTicks", header.horizonTicks());
    json.writeNumberField("endTick", header.endTick());
    json.writeNumberField("cycles", header.cycles());
    json.writeBooleanField("unlimited", header.unlimitedAccounts());
    json.writeNumberField("shownUntilTick", shown.untilTick());
    nodes(run.nodes());
    parts(run.jobs(), shown.parts(), run.placements().size());
    local(shown.local(), started.size());
    cycles(run.cycles());
    decisions(run.decisions());
    users(UserSpending.of(run));
    organizations(VoFairness.of(run));
    json.writeEndObject();
  }

  private void nodes(List<NodeRow> nodes) throws IOException {
    begin("nodes", nodes.size());
    numbers("id", nodes, row -> row.node().id());
    numbers("domain", nodes, row -> row.node().domain());
    numbers("performance", nodes, row -> row.node().performance());
    numbers("priceMilli", nodes, row -> row.node().priceMilli());
    json.writeEndObject();
  }

  /** The parts, and the jobs they belong to. */
  private void parts(List<JobRow> rows, List<PlacementRow> parts, int total) throws IOException {
    var positions = new TreeMap<JobId, Integer>();
    parts.forEach(part -> positions.putIfAbsent(part.job(), 0));
    var jobs = rows.stream().filter(row -> positions.containsKey(row.job().id())).toList();
    for (int at = 0; at < jobs.size(); at++) {
      positions.put(jobs.get(at).job().id(), at);
    }
    begin("jobs", rows.size());
    json.writeArrayFieldStart("id");
    for (var row : jobs) {
      json.writeString(row.job().id().toString());
    }
    json.writeEndArray();
    numbers("user", jobs, row -> row.job().user());
    numbers("submit", jobs, row -> row.job().submitTick());
    numbers("nodes", jobs, row -> row.job().nodes());
    texts("criterion", jobs, row -> row.job().criterion().label());
    texts("fate", jobs, row -> row.stopped() ? "stopped" : row.fate().label());
    numbers("cycle", jobs, JobRow::cycle);
    numbers("costMilli", jobs, JobRow::costMilli);
    numbers("refundMilli", jobs, JobRow::refundMilli);
    json.writeEndObject();
    begin("parts", total);
    numbers("job", parts, part -> positions.getOrDefault(part.job(), 0));
    numbers("node", parts, PlacementRow::node);
    numbers("start", parts, PlacementRow::start);
    numbers("end", parts, PlacementRow::end);
    numbers("realEnd", parts, PlacementRow::realEnd);
    numbers("costMilli", parts, PlacementRow::costMilli);
    json.writeEndObject();
  }

  private void local(List<LocalRow> rows, int total) throws IOException {
    begin("local", total);
    numbers("node", rows, LocalRow::node);
    numbers("start", rows, LocalRow::start);
    numbers("length", rows, LocalRow::lengthTicks);
    numbers("planned", rows, row -> row.planned() ? 1 : 0);
    json.writeEndObject();
  }

  /** Each column is shown under its name, in this order. */
  private void cycles(List<CycleRow> all) throws IOException {
    var rows = all.subList(0, Math.min(all.size(), limits.cycles()));
    begin("cycleRows", all.size());
    numbers("cycle", rows, CycleRow::cycle);
    numbers("vo", rows, CycleRow::vo);
    numbers("tick", rows, CycleRow::tick);
    numbers("batch", rows, CycleRow::batch);
    numbers("slots", rows, CycleRow::slots);
    numbers("alternatives", rows, CycleRow::alternatives);
    numbers("placed", rows, CycleRow::placed);
    numbers("withoutAlternative", rows, CycleRow::withoutAlternative);
    numbers("postponed", rows, CycleRow::postponed);
    numbers("requeued", rows, CycleRow::requeued);
    numbers("refused", rows, CycleRow::refused);
    json.writeEndObject();
  }

  /** What kept jobs from being placed. */
  private void decisions(List<DecisionRow> all) throws IOException {
    var rows = new ArrayList<DecisionRow>();
    int total = 0;
    for (var row : all) {
      if (SETBACKS.contains(row.event())) {
        total++;
        if (rows.size() < limits.decisions()) {
          rows.add(row);
        }
      }
    }
    begin("decisions", total);
    numbers("cycle", rows, DecisionRow::cycle);
    numbers("tick", rows, DecisionRow::tick);
    texts("job", rows, row -> row.job().toString());
    texts("event", rows, DecisionRow::event);
    texts("reason", rows, DecisionRow::reason);
    texts("detail", rows, DecisionRow::detail);
    json.writeEndObject();
  }

  private void users(List<UserSpending> all) throws IOException {
    var rows = all.subList(0, Math.min(all.size(), limits.users()));
    begin("users", all.size());
    numbers("user", rows, UserSpending::user);
    numbers("depositedMilli", rows, UserSpending::depositedMilli);
    numbers("chargedMilli", rows, UserSpending::chargedMilli);
    numbers("refundedMilli", rows, UserSpending::refundedMilli);
    numbers("balanceMilli", rows, UserSpending::balanceMilli);
    numbers("submitted", rows, UserSpending::submitted);
    numbers("finished", rows, UserSpending::finished);
    numbers("refused", rows, UserSpending::refused);
    json.writeEndObject();
  }

  private void organizations(VoFairness fairness) throws IOException {
    json.writeObjectFieldStart("organizations");
    number("jainIndex", fairness.jainIndex());
    json.writeArrayFieldStart("rows");
    for (var vo : fairness.organizations()) {
      json.writeStartObject();
      json.writeNumberField("vo", vo.vo());
      json.writeNumberField("submitted", vo.submitted());
      json.writeNumberField("finished", vo.finished());
      number("meanWait", vo.meanWait());
      number("meanFlow", vo.meanFlow());
      number("spent", vo.spent());
      number("nodeTimeShare", vo.nodeTimeShare());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void number(String field, double value) throws IOException {
    if (Double.isNaN(value)) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, value);
    }
  }

  /** Begins a table of columns, and says how many rows there would be without limits. */
  private void begin(String table, int total) throws IOException {
    json.writeObjectFieldStart(table);
    json.writeNumberField("total", total);
  }

  private <R> void numbers(String column, List<R> rows, ToLongFunction<R> value)
      throws IOException {
    json.writeArrayFieldStart(column);
    for (var row : rows) {
      json.writeNumber(value.applyAsLong(row));
    }
    json.writeEndArray();
  }

  /** Texts that repeat stand once: {@code texts} has them, {@code at} the position for each row. */
  private <R> void texts(String column, List<R> rows, Function<R, String> value)
      throws IOException {
    var positions = new LinkedHashMap<String, Integer>();
    json.writeObjectFieldStart(column);
    json.writeArrayFieldStart("at");
    for (var row : rows) {
      json.writeNumber(positions.computeIfAbsent(value.apply(row), text -> positions.size()));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("texts");
    for (var text : positions.keySet()) {
      json.writeString(text);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /**
   * The rows that the chart gets: all of them, or those of the first part of the time.
   *
   * @param untilTick what starts behind it is left out; -1 where nothing is
   */
  private record ShownRows(List<PlacementRow> parts, List<LocalRow> local, long untilTick) {

    static ShownRows of(List<PlacementRow> parts, List<LocalRow> local, int most) {
      if (parts.size() <= most && local.size() <= most) {
        return new ShownRows(parts, local, -1);
      }
      var firstParts = first(parts, most, PlacementRow::start);
      var firstLocal = first(local, most, LocalRow::start);
      long until =
          Math.min(
              lastStart(firstParts, parts.size(), PlacementRow::start),
              lastStart(firstLocal, local.size(), LocalRow::start));
      return new ShownRows(
          firstParts.stream().filter(part -> part.start() <= until).toList(),
          firstLocal.stream().filter(row -> row.start() <= until).toList(),
          until);
    }

    private static <R> List<R> first(List<R> rows, int most, ToLongFunction<R> start) {
      return rows.stream().sorted(Comparator.comparingLong(start)).limit(most).toList();
    }

    /** The last start among the first of {@code total} rows, none where they are all of them. */
    private static <R> long lastStart(List<R> first, int total, ToLongFunction<R> start) {
      return first.isEmpty() || first.size() == total
          ? Long.MAX_VALUE
          : start.applyAsLong(first.get(first.size() - 1));
    }
  }
}
