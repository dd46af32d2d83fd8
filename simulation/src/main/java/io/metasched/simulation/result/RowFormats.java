package io.metasched.simulation.result;

import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Work;
import io.metasched.simulation.replication.Series;
import io.metasched.simulation.workload.RealLength;
import java.util.List;

/** The formats of all CSV files, schema {@value RunFiles#SCHEMA}; see docs/schema.md. */
final class RowFormats {
  static final RowFormat<NodeRow> NODES =
      RowFormat.of(
          "nodes.csv",
          "node,domain,performance,price,power,properties,leastPrice",
          (row, cells) ->
              cells
                  .number(row.node().id())
                  .number(row.node().domain())
                  .number(row.node().performance())
                  .units(row.node().priceMilli())
                  .units(row.node().powerMilli())
                  .texts(row.node().properties())
                  .units(row.leastPriceMilli()),
          cells ->
              new NodeRow(
                  new Node(
                      cells.integerFrom(0),
                      cells.integerFrom(0),
                      cells.integerFrom(1),
                      cells.unitsFrom(0),
                      cells.unitsFrom(0),
                      cells.texts()),
                  cells.units()));

  static final RowFormat<JobRow> JOBS =
      RowFormat.of(
          "jobs.csv",
          "job,user,submit,nodes,basis,work,leastPerformance,properties,costLimit,deadline,"
              + "criterion,realKind,real,fate,reason,cycle,booked,promisedStart,end,stopped,"
              + "alternatives,requeues,moves,cost,refund",
          RowFormats::print,
          RowFormats::job);

  static final RowFormat<PlacementRow> PLACEMENTS =
      RowFormat.of(
          "placements.csv",
          PlacementsDigest.COLUMNS + ",price,realEnd,booked",
          (row, cells) ->
              cells
                  .job(row.job())
                  .number(row.node())
                  .units(row.start())
                  .units(row.end())
                  .units(row.costMilli())
                  .units(row.priceMilli())
                  .units(row.realEnd())
                  .units(row.bookedTick()),
          cells ->
              new PlacementRow(
                  cells.job(),
                  cells.integer(),
                  cells.units(),
                  cells.units(),
                  cells.units(),
                  cells.units(),
                  cells.units(),
                  cells.units()));

  static final RowFormat<LocalRow> LOCAL =
      RowFormat.of(
          "local.csv",
          "node,number,planned,arrival,start,length",
          (row, cells) ->
              cells
                  .number(row.node())
                  .number(row.number())
                  .flag(row.planned())
                  .units(row.arrivalTick())
                  .tickIfAny(row.start())
                  .units(row.lengthTicks()),
          cells ->
              new LocalRow(
                  cells.integer(),
                  cells.number(),
                  cells.flag(),
                  cells.units(),
                  cells.tickIfAny(),
                  cells.units()));

  static final RowFormat<PaymentRow> PAYMENTS =
      RowFormat.of(
          "payments.csv",
          "tick,kind,user,job,node,amount",
          (row, cells) ->
              cells
                  .units(row.tick())
                  .text(RowFormat.lowerCase(row.kind()))
                  .number(row.user())
                  .job(row.job())
                  .numberIfAny(row.node())
                  .units(row.milli()),
          cells ->
              new PaymentRow(
                  cells.units(),
                  cells.constant(PaymentRow.Kind.values()),
                  cells.integer(),
                  cells.jobIfAny(),
                  cells.integerIfAny(),
                  cells.units()));

  static final RowFormat<DecisionRow> DECISIONS =
      RowFormat.of(
          "decisions.csv",
          "tick,cycle,job,event,reason,detail",
          (row, cells) ->
              cells
                  .units(row.tick())
                  .numberIfAny(row.cycle())
                  .job(row.job())
                  .text(row.event())
                  .text(row.reason())
                  .text(row.detail()),
          cells ->
              new DecisionRow(
                  cells.units(),
                  cells.integerIfAny(),
                  cells.job(),
                  cells.text(),
                  cells.text(),
                  cells.text()));

  static final RowFormat<CycleRow> CYCLES =
      RowFormat.of(
          "cycles.csv",
          "cycle,vo,tick,batch,slots,placed,withoutAlternative,postponed,requeued,refused,"
              + "alternatives",
          (row, cells) ->
              cells
                  .number(row.cycle())
                  .number(row.vo())
                  .units(row.tick())
                  .number(row.batch())
                  .number(row.slots())
                  .number(row.placed())
                  .number(row.withoutAlternative())
                  .number(row.postponed())
                  .number(row.requeued())
                  .number(row.refused())
                  .number(row.alternatives()),
          cells ->
              new CycleRow(
                  cells.integer(),
                  cells.integer(),
                  cells.units(),
                  cells.integer(),
                  cells.integer(),
                  cells.integer(),
                  cells.integer(),
                  cells.integer(),
                  cells.integer(),
                  cells.integer(),
                  cells.number()));

  static final RowFormat<ObservationRow> OBSERVATIONS =
      RowFormat.of(
          StudyFiles.OBSERVATIONS,
          "replication,row,column,value",
          (row, cells) ->
              cells
                  .number(row.replication())
                  .text(row.series().row())
                  .text(row.series().column())
                  .measured(row.value()),
          cells ->
              new ObservationRow(
                  cells.integerFrom(0),
                  new Series(cells.text(), cells.text()),
                  cells.measuredIfAny()));

  static final RowFormat<CellRow> CELLS =
      RowFormat.of(
          CellFiles.CELLS,
          "row,column,paper,ours,ci95,count,tolerance,verdict",
          (row, cells) ->
              cells
                  .text(row.series().row())
                  .text(row.series().column())
                  .measured(row.paper())
                  .measured(row.ours())
                  .measured(row.ci95())
                  .number(row.count())
                  .measured(row.tolerance())
                  .text(row.verdict()),
          cells ->
              new CellRow(
                  new Series(cells.text(), cells.text()),
                  cells.measuredIfAny(),
                  cells.measuredIfAny(),
                  cells.measuredIfAny(),
                  cells.integerFrom(0),
                  cells.measuredIfAny(),
                  cells.text()));

  private RowFormats() {}

  private static void print(JobRow row, Cells cells) {
    var job = row.job();
    cells.job(job.id()).number(job.user()).units(job.submitTick()).request(job);
    cells.text(RowFormat.lowerCase(row.real().kind()));
    if (row.real().kind() == RealLength.Kind.FRACTION) {
      cells.share(row.real().amount());
    } else {
      cells.units(row.real().amount());
    }
    cells
        .text(row.fate().label())
        .text(row.reason())
        .numberIfAny(row.cycle())
        .tickIfAny(row.bookedTick())
        .tickIfAny(row.promisedStart())
        .tickIfAny(row.endTick())
        .flag(row.stopped())
        .number(row.alternatives())
        .number(row.requeues())
        .number(row.moves())
        .units(row.costMilli())
        .units(row.refundMilli());
  }

  private static JobRow job(CellReader cells) {
    var job =
        new Job(
            cells.job(),
            cells.integerFrom(0),
            cells.units(),
            cells.integerFrom(1),
            new Work(cells.constant(Work.Basis.values()), cells.unitsFrom(1)),
            new Requirements(cells.integer(), cells.texts()),
            cells.limit(),
            cells.limit(),
            cells.oneOf(List.of(Criterion.values()), Criterion::label));
    return new JobRow(
        job,
        real(cells),
        cells.oneOf(List.of(JobStatus.values()), JobStatus::label),
        cells.text(),
        cells.integerIfAny(),
        cells.tickIfAny(),
        cells.tickIfAny(),
        cells.tickIfAny(),
        cells.flag(),
        cells.integer(),
        cells.integer(),
        cells.integer(),
        cells.units(),
        cells.units());
  }

  private static RealLength real(CellReader cells) {
    var kind = cells.constant(RealLength.Kind.values());
    boolean share = kind == RealLength.Kind.FRACTION;
    return new RealLength(kind, share ? cells.share() : cells.unitsFrom(1));
  }
}
