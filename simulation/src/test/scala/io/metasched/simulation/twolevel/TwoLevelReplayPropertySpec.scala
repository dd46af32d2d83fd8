package io.metasched.simulation.twolevel

import java.util.Optional

import scala.jdk.CollectionConverters._

import io.metasched.metascheduler.grid.GridSettings
import io.metasched.resource.provider.{Lateness, LocalSchedulers}
import io.metasched.simulation.random.Seeds
import org.scalacheck.{Gen, Shrink}
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

final class TwoLevelReplayPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 400)

  implicit def asTheyFailed[A]: Shrink[A] = Shrink.shrinkAny

  private val machine = 4

  // reservations end when promised or before, lie near or far, in fixed or flexible intervals
  private val bodies = for {
    gap <- Gen.frequency(2 -> Gen.const(0L), 3 -> Gen.choose(0L, 5L))
    run <- Gen.choose(1L, 10L)
    slack <- Gen.frequency(1 -> Gen.const(0L), 1 -> Gen.choose(0L, 8L))
    isReservation <- Gen.oneOf(true, false)
    processors <- Gen.choose(1, if (isReservation) machine + 1 else machine)
    ahead <- Gen.choose(0L, 12L)
    leeway <- Gen.frequency(1 -> Gen.const(0L), 1 -> Gen.choose(0L, 10L))
  } yield (gap, run, run + slack, processors, isReservation, ahead, leeway)

  private val logs = Gen.choose(1, 16).flatMap(Gen.listOfN(_, bodies)).map { bodies =>
    val submits = bodies.map(_._1).scanLeft(0L)(_ + _).tail
    bodies
      .zip(submits)
      .zipWithIndex
      .map { case (((_, run, limit, processors, isReservation, ahead, leeway), submit), i) =>
        val interval = new GridJob.Interval(submit + ahead, submit + ahead + limit + leeway, limit)
        new GridJob(
          i + 1L,
          submit,
          run,
          processors,
          limit,
          if (isReservation) Optional.of(interval) else Optional.empty()
        )
      }
      .asJava
  }

  private val settings = for {
    providers <- Gen.choose(1, 3)
    local <- Gen.oneOf(LocalSchedulers.names.asScala.toSeq)
    localPeriod <- Gen.oneOf(0L, 0L, 5L)
    batch <- Gen.oneOf("load-balance", "round-robin")
    reservations <- Gen.oneOf("mct-by-index", "ar-priority")
    queueing <- Gen.oneOf(GridSettings.Queueing.values.toSeq)
    period <- Gen.oneOf(0L, 0L, 7L)
    setApart <- Gen.choose(0, providers - 1)
    lateness <- Gen.oneOf(Lateness.values.toSeq)
  } yield new TwoLevelSetting(
    providers,
    machine,
    local,
    localPeriod,
    batch,
    reservations,
    new GridSettings(queueing, period, setApart, lateness)
  )

  private val seeds = new Seeds(1, "two-level", 0)

  "A replay on two levels" should {

    "place every job where and when the rules say so" in forAll(logs, settings) { (jobs, setting) =>
      val outcome = TwoLevelReplay.run(jobs, setting, seeds)

      outcome.placements.asScala.toList shouldBe NaiveTwoLevel.placements(jobs, setting).asScala.toList
      TwoLevelCheck.check(outcome).asScala shouldBe empty
    }

    "be possible and the same again where chance decides" in forAll(logs, settings, Gen.choose(0, 99)) {
      (jobs, setting, replication) =>
        val chance = new Seeds(7, "two-level", replication)
        val drawn = new TwoLevelSetting(
          setting.providers,
          machine,
          setting.localScheduler,
          setting.localPeriodTicks,
          "random",
          if (replication % 2 == 0) "random" else "mct",
          setting.grid
        )

        val outcome = TwoLevelReplay.run(jobs, drawn, chance)

        TwoLevelCheck.check(outcome).asScala shouldBe empty
        TwoLevelReplay.run(jobs, drawn, chance) shouldBe outcome
    }

    "be a replay on one cluster where there is one provider and no reservation" in
      forAll(logs, Gen.oneOf(LocalSchedulers.names.asScala.toSeq), Gen.oneOf(0L, 4L)) { (drawn, local, period) =>
        import io.metasched.simulation.replay.{Replay, ReplayJob}
        val jobs = drawn.asScala.toList.map { job =>
          new GridJob(
            job.id,
            job.submitTick,
            job.runTicks,
            job.processors.min(machine),
            job.limitTicks,
            Optional.empty()
          )
        }
        val single = jobs.map { job =>
          new ReplayJob(job.id, job.submitTick, job.runTicks, job.processors, job.limitTicks, -1, false)
        }

        val outcome = TwoLevelReplay.run(
          jobs.asJava,
          new TwoLevelSetting(1, machine, local, period, "load-balance", "mct", GridSettings.DEFAULTS),
          seeds
        )

        outcome.placements.asScala.map(_.get.startTick).toList shouldBe
          Replay
            .run(single.asJava, machine, LocalSchedulers.named(local).get, period, _ => ())
            .startTicks
            .toList
      }
  }
}
