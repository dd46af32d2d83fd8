package io.metasched.simulation.system.twolevel
import io.metasched.simulation.system.twolevel.model.GridJob
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting
import io.metasched.simulation.system.twolevel.rule.TwoLevelRules
import java.util.Optional

import scala.jdk.CollectionConverters._

import io.metasched.metascheduler.twolevel.GridSettings
import io.metasched.resource.fixture.Draws
import io.metasched.resource.provider.LocalSchedulers
import io.metasched.simulation.random.Seeds
import io.metasched.simulation.workload.trace.Precedence
import org.scalacheck.{Gen, Shrink}
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

final class TwoLevelReplayPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(400))

  implicit def asTheyFailed[A]: Shrink[A] = Shrink.shrinkAny

  import TwoLevelLogs.{any => logs, machine, settings}

  private val seeds = new Seeds(1, "two-level", 0)

  "A replay on two levels" should {

    "place every job at the place and time of the rules" in forAll(logs, settings) { (jobs, setting) =>
      val outcome = TwoLevelReplay.run(jobs, setting, seeds)

      NaiveTwoLevel.placements(outcome).asScala.toList shouldBe NaiveTwoLevel.placements(jobs, setting).asScala.toList
      TwoLevelRules.violations(outcome).asScala shouldBe empty
    }

    "be feasible and reproducible with random placement" in forAll(logs, settings, Gen.choose(0, 99)) {
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

        TwoLevelRules.violations(outcome).asScala shouldBe empty
        TwoLevelReplay.run(jobs, drawn, chance) shouldBe outcome
    }

    "equal a replay on one cluster if there is one provider and no reservation" in
      forAll(logs, Gen.oneOf(LocalSchedulers.names.asScala.toSeq), Gen.oneOf(0L, 4L)) { (drawn, local, period) =>
        import io.metasched.simulation.report.ReplayJob
        import io.metasched.simulation.system.replay.Replay
        val jobs = drawn.asScala.toList.map { job =>
          new GridJob(
            job.id,
            job.submitTick,
            job.runTicks.min(job.limitTicks),
            job.processors.min(machine),
            job.limitTicks,
            Optional.empty(),
            Precedence.NONE
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

        outcome.jobs.asScala.map(_.start).toList shouldBe
          Replay
            .run(single.asJava, machine, LocalSchedulers.named(local).get, period, _ => ())
            .startTicks
            .toList
      }
  }
}
