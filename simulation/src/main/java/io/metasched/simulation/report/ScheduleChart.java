package io.metasched.simulation.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/**
 * Data of a chart of processors against time: the jobs by their starts, as packed columns. Times
 * are in {@code unitTicks}, starts are encoded as differences, and a value with a lower bound as
 * the excess over it.
 *
 * @param schedule schedule of the jobs
 * @param dealt shown jobs with their processors
 * @param machines machines of the schedule's processors
 * @param own columns specific to this chart
 */
public record ScheduleChart(
    Schedule schedule, ProcessorRanges dealt, Machines machines, List<Column> own) {

  /**
   * Column with a number for each job.
   *
   * @param name name of the column
   * @param isTime whether it is in ticks
   * @param value number by the position of a job in the schedule, not negative
   */
  public record Column(String name, boolean isTime, IntToLongFunction value) {}

  /** Writes the chart as one object. */
  public void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    writeFields(json);
    json.writeEndObject();
  }

  /** Writes the fields of the chart into an object that is already open. */
  public void writeFields(JsonGenerator json) throws IOException {
    var shown = dealt.jobs();
    long origin = schedule.jobs().isEmpty() ? 0 : schedule.jobs().get(0).submitTick();
    var columns = Stream.concat(columns().stream(), own.stream()).toList();
    long unit = unit(columns, origin);
    json.writeNumberField("processors", schedule.processors());
    json.writeArrayFieldStart("machines");
    for (int processors : machines.sizes()) {
      json.writeNumber(processors);
    }
    json.writeEndArray();
    json.writeNumberField("total", schedule.jobs().size());
    json.writeNumberField("count", shown.size());
    json.writeNumberField("unitTicks", unit);
    json.writeNumberField("originTick", origin);
    json.writeNumberField(
        "shownUntilTick", dealt.isCut() ? start(shown.get(shown.size() - 1)) : -1);
    var ids = new PackedNumbers();
    var starts = new PackedNumbers();
    shown.forEach(job -> ids.addChange(schedule.jobs().get(job).id()));
    shown.forEach(job -> starts.addChange((start(job) - origin) / unit));
    json.writeStringField("id", ids.toString());
    json.writeStringField("start", starts.toString());
    for (var column : columns) {
      var packed = new PackedNumbers();
      long divisor = column.isTime() ? unit : 1;
      shown.forEach(job -> packed.add(column.value().applyAsLong(job) / divisor));
      json.writeStringField(column.name(), packed.toString());
    }
    ranges(json);
  }

  private List<Column> columns() {
    var jobs = schedule.jobs();
    return List.of(
        new Column("wait", true, i -> Math.max(0, start(i) - jobs.get(i).submitTick())),
        new Column("run", true, i -> jobs.get(i).runTicks()),
        new Column("slack", true, i -> jobs.get(i).estimateTicks() - jobs.get(i).runTicks()));
  }

  private long start(int job) {
    return schedule.startTicks()[job];
  }

  /** Returns the greatest common divisor of all times, which keeps numbers short. */
  private long unit(List<Column> columns, long origin) {
    long unit = origin;
    for (int job : dealt.jobs()) {
      unit = greatestDivisor(unit, start(job));
      for (var column : columns) {
        unit = column.isTime() ? greatestDivisor(unit, column.value().applyAsLong(job)) : unit;
      }
    }
    return Math.max(1, unit);
  }

  private static long greatestDivisor(long one, long other) {
    return other == 0 ? one : greatestDivisor(other, one % other);
  }

  /**
   * Writes the number of ranges of each job, and for each range its size and the gap to the
   * previous range.
   */
  private void ranges(JsonGenerator json) throws IOException {
    var counts = new PackedNumbers();
    var gaps = new PackedNumbers();
    var sizes = new PackedNumbers();
    for (int place = 0; place < dealt.jobs().size(); place++) {
      counts.add(dealt.endRange(place) - dealt.firstRange(place));
      int next = 0;
      for (int range = dealt.firstRange(place); range < dealt.endRange(place); range++) {
        gaps.add(dealt.from(range) - next);
        sizes.add(dealt.count(range));
        next = dealt.from(range) + dealt.count(range);
      }
    }
    json.writeNumberField("ranges", dealt.ranges());
    json.writeStringField("rangeCount", counts.toString());
    json.writeStringField("gap", gaps.toString());
    json.writeStringField("size", sizes.toString());
  }
}
