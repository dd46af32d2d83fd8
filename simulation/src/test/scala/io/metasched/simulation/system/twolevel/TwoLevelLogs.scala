package io.metasched.simulation.system.twolevel
import io.metasched.simulation.system.twolevel.model.GridJob
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.metasched.metascheduler.twolevel.GridSettings
import io.metasched.simulation.workload.trace.Precedence
import io.metasched.resource.profile.CapacitySlots
import io.metasched.resource.provider.{Lateness, LocalSchedulers}
import org.scalacheck.Gen

/** Jobs and reservations for two levels, and settings of the levels. */
object TwoLevelLogs {

  /** Number of processors of a provider. */
  val machine = 4

  // reservations end at the promised time or earlier, or are stopped; they begin soon or late, in
  // fixed, flexible or too short intervals; some are best effort
  private val bodies = for {
    gap <- Gen.frequency(2 -> Gen.const(0L), 3 -> Gen.choose(0L, 5L))
    run <- Gen.choose(1L, 10L)
    slack <- Gen.frequency(1 -> Gen.const(0L), 1 -> Gen.choose(0L, 8L))
    isReservation <- Gen.oneOf(true, false)
    processors <- Gen.choose(1, if (isReservation) machine + 1 else machine)
    ahead <- Gen.choose(0L, 12L)
    leeway <- Gen.frequency(9 -> Gen.const(0L), 9 -> Gen.choose(0L, 10L), 1 -> Gen.const(-1L))
    longer <- Gen.frequency(3 -> Gen.const(0L), 1 -> Gen.choose(0L, 8L))
    least <- Gen.frequency(1 -> Gen.const(100), 1 -> Gen.choose(1, 100))
  } yield {
    val limit = run + slack
    val interval = (submit: Long) => {
      val ready = submit + ahead
      new GridJob.Interval(ready, math.max(0, ready + limit + leeway), limit, math.max(1, limit * least / 100))
    }
    (gap, if (isReservation) run + longer else run, limit, processors, if (isReservation) Some(interval) else None)
  }

  /** A few jobs and reservations. */
  val any: Gen[java.util.List[GridJob]] =
    Gen.choose(1, 16).flatMap(Gen.listOfN(_, bodies)).map { bodies =>
      val submits = bodies.map(_._1).scanLeft(0L)(_ + _).tail
      bodies
        .zip(submits)
        .zipWithIndex
        .map { case (((_, run, limit, processors, interval), submit), i) =>
          new GridJob(i + 1L, submit, run, processors, limit, interval.map(_(submit)).toJava, Precedence.NONE)
        }
        .asJava
    }

  /** All settings with deterministic placement. */
  val settings: Gen[TwoLevelSetting] = for {
    providers <- Gen.choose(1, 3)
    local <- Gen.oneOf(LocalSchedulers.names.asScala.toSeq)
    localPeriod <- Gen.oneOf(0L, 0L, 5L)
    batch <- Gen.oneOf("load-balance", "round-robin")
    reservations <- Gen.oneOf("mct-by-index", "ar-priority", "ar-gather")
    queueing <- Gen.oneOf(GridSettings.Queueing.values.toSeq)
    period <- Gen.oneOf(0L, 0L, 7L)
    setApart <- Gen.choose(0, providers - 1)
    lateness <- Gen.oneOf(Lateness.values.toSeq)
    slot <- if (local == "conservative") Gen.const(0L) else Gen.oneOf(0L, 0L, 3L, 8L)
  } yield new TwoLevelSetting(
    providers,
    machine,
    local,
    localPeriod,
    batch,
    reservations,
    new GridSettings(queueing, period, setApart, lateness),
    new CapacitySlots(slot)
  )

  /** All settings with randomized placement. */
  val chance: Gen[TwoLevelSetting] = for {
    setting <- settings
    reservations <- Gen.oneOf("random", "mct")
  } yield new TwoLevelSetting(
    setting.providers,
    machine,
    setting.localScheduler,
    setting.localPeriodTicks,
    "random",
    reservations,
    setting.grid,
    setting.slots
  )
}
