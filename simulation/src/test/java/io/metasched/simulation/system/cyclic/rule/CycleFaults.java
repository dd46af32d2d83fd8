package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.CheckerTest.CYCLES;
import static io.metasched.simulation.system.cyclic.rule.CheckerTest.DECISIONS;
import static io.metasched.simulation.system.cyclic.rule.CheckerTest.JOBS;
import static io.metasched.simulation.system.cyclic.rule.CheckerTest.fault;
import static io.metasched.simulation.system.cyclic.rule.CheckerTest.set;

import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Defects that the rules cycle and horizon detect. */
final class CycleFaults {
  private CycleFaults() {}

  static Stream<Arguments> all() {
    return Stream.of(cycles(), counts(), decisions(), bookings(), horizons()).flatMap(s -> s);
  }

  private static Stream<Arguments> cycles() {
    return Stream.of(
        fault("cycle", "its number must be 1", set(CYCLES, "1", "cycle", "2")),
        fault("cycle", "2 x 100 = 200, but was taken at 100", set(CYCLES, "2", "tick", "100")),
        fault("cycle", "0 x 100 = 0, but was taken at 0.001", set(CYCLES, "0", "tick", "0.001")),
        fault("cycle", "taken at 1 x 99 = 99", t -> t.header("period", "99")),
        fault("cycle", "period and horizon must be positive", t -> t.header("period", "0")),
        fault("cycle", "period and horizon must be positive", t -> t.header("horizon", "0")),
        fault("cycle", "less than the period", t -> t.header("planning", "100")),
        fault("cycle", "less than the period", t -> t.header("planning", "-0.001")),
        fault("cycle", "it must be of organization 1", set(CYCLES, "1,1", "vo", "0")),
        fault("cycle", "2 organizations must have a row for each cycle", t -> t.drop(CYCLES, "2")),
        fault("cycle", "0 organizations must have", t -> t.header("organizations", "0")),
        fault("outcome", "one of 1 organizations", t -> t.header("organizations", "1")),
        fault("cycle", "3 cycles, but 4", t -> t.header("cycles", "4")),
        fault("cycle", "2 cycles, but 3", t -> t.drop(CYCLES, "2")),
        fault("cycle", "1 failed cycles, but 0", t -> t.header("failedCycles", "0")),
        fault("cycle", "2 failed cycles", set(CYCLES, "1", "withoutAlternative", "1")));
  }

  private static Stream<Arguments> counts() {
    return Stream.of(
        fault("cycle", "placed must be 2, as decided, but is 3", set(CYCLES, "0", "placed", "3")),
        fault("cycle", "placed must be 3", set(CYCLES, "1", "placed", "2")),
        fault("cycle", "placed must be 1", set(CYCLES, "1,1", "placed", "2")),
        fault("cycle", "requeued must be 1", set(CYCLES, "0", "requeued", "0")),
        fault("cycle", "postponed must be 1", set(CYCLES, "2", "postponed", "2")),
        fault("cycle", "refused must be 0", set(CYCLES, "1", "refused", "1")),
        fault("cycle", "refused must be 0", set(CYCLES, "1", "refused", "-1")),
        fault("cycle", "batch must be 3", set(CYCLES, "1", "batch", "4")),
        fault("cycle", "Alternative must be 1", set(CYCLES, "2", "withoutAlternative", "2")),
        fault(
            "cycle",
            "Alternative must be 0",
            set(DECISIONS, "201,2,7", "reason", "behind_another")),
        fault(
            "cycle",
            "Alternative must be 0 to 1, as decided, but is 2",
            t -> withdrawnWhilePlanning(t).set(CYCLES, "2,", "withoutAlternative", "2")),
        fault(
            "cycle",
            "Alternative must be 0, as decided, but is 1",
            t ->
                withdrawnWhilePlanning(t)
                    .set(JOBS, "7,", "end", "201.001")
                    .set(DECISIONS, "200.5,,7", "tick", "201.001")),
        fault(
            "cycle",
            "refused must be 1",
            t -> t.add(DECISIONS, "201,2,7,refused,no_window,").set(JOBS, "7,", "end", "201")),
        fault("cycle", "batch must be 0", set(DECISIONS, "201,2,7", "reason", "batch_full")));
  }

  private static Stream<Arguments> decisions() {
    return Stream.of(
        fault("cycle", "must belong to a cycle", set(DECISIONS, "1,0,3", "cycle", "")),
        fault("cycle", "must belong to no cycle", set(DECISIONS, "143,,3", "cycle", "1")),
        fault("cycle", "one of the run, but is 3", set(DECISIONS, "201,2,7", "cycle", "3")),
        fault("cycle", "one of the run, but is -7", set(DECISIONS, "201,2,7", "cycle", "-7")),
        fault("cycle", "at 201, but was decided at 200", set(DECISIONS, "201,2,7", "tick", "200")),
        fault("cycle", "decided at 100, but was", set(DECISIONS, "120,,3,moved", "cycle", "1")),
        fault("cycle", "decided at 101", set(DECISIONS, "101,1,4", "tick", "101.001")),
        fault("cycle", "decided at 200", set(DECISIONS, "201,2,7", "reason", "batch_full")),
        fault("cycle", "decided at 3, but", t -> t.header("planning", "3")));
  }

  private static Stream<Arguments> bookings() {
    return Stream.of(
        fault("cycle", "one of the run, but is 3", set(JOBS, "2", "cycle", "3")),
        fault("cycle", "cycle books, at 201, or later", set(JOBS, "3", "cycle", "2")),
        fault("cycle", "cycle books, at 1, but was booked at 2", set(JOBS, "2", "booked", "2")),
        fault("decision", "its cycle must be 1, which booked it", set(JOBS, "3", "cycle", "0")),
        fault("decision", "decided at 120, but is 121", set(JOBS, "3", "booked", "121")));
  }

  private static Stream<Arguments> horizons() {
    return Stream.of(
        fault("horizon", "by 51.999, the horizon of cycle 1, but", horizon("-48.001")),
        fault("horizon", "by 49.999, the horizon of cycle 0, but ends at 50", horizon("49.999")),
        fault("horizon", "by 151.999, the horizon of cycle 1, but", horizon("51.999")),
        fault("horizon", "by 144.999, the horizon of cycle 1, but ends at 145", horizon("44.999")),
        fault(
            "horizon",
            "by 100, the horizon of cycle 0, but ends at 145",
            set(JOBS, "3", "booked", "99")));
  }

  private static UnaryOperator<RunText> horizon(String units) {
    return text -> text.header("horizon", units);
  }

  /** Withdraws job 7 when cycle 2 has found no alternative for it, but has not booked yet. */
  static RunText withdrawnWhilePlanning(RunText text) {
    return text.set(JOBS, "7,", "outcome", "withdrawn")
        .set(JOBS, "7,", "end", "200.5")
        .drop(DECISIONS, "201,2,7")
        .add(DECISIONS, "200.5,,7,withdrawn,,")
        .set(CYCLES, "2,", "postponed", "0");
  }
}
