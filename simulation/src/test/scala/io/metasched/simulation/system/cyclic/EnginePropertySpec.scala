package io.metasched.simulation.system.cyclic

import io.metasched.resource.fixture.Draws
import io.metasched.simulation.kernel.EngineLoop

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.metasched.metascheduler.cyclic.flow.JobStatus
import io.metasched.simulation.system.cyclic.rule.Checker
import io.metasched.simulation.system.cyclic.rows.CyclicRun
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Runs of random small scenarios, as a user would write them. A failure prints the scenario, so that it can be
  * repeated.
  */
final class EnginePropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(500))

  "A run" should {
    "break no rule, keep promises, account for each job, and be equal for the same seed" in {
      val seen = mutable.Set.empty[String]

      forAll(Scenarios.any) { text =>
        val run = runOf(text)
        run.decisions.forEach(decision => seen += s"${decision.event} ${decision.reason}".trim)
        if (run.decisions.asScala.exists(d => d.event == "moved" && d.cycle > 0)) seen += "re-planned"

        withClue(text) {
          Checker.check(run).asScala shouldBe empty
          keepsItsPromises(run, text)
          givesEachJobOneOutcome(run)
          runOf(text) shouldBe run
        }
      }

      seen should contain allOf ("booked", "moved", "re-planned", "withdrawn", "requeued slot_taken", "postponed batch_full",
      "refused budget", "refused deadline", "refused no_window", "refused below_any_price",
      "postponed no_plan", "postponed predecessor", "refused preceding", "refused workflow")
      seen should contain atLeastOneOf ("refused not_enough_nodes", "refused requirements", "refused price_limit")
    }
  }

  private def keepsItsPromises(run: CyclicRun, text: String): Unit = {
    val promises = run.jobs.asScala.map(row => row.job.id -> row.promisedStart).toMap
    run.placements.asScala.foreach(placement => placement.start should be <= promises(placement.job))
    val setting = Scenarios.setting(text)
    if (!setting.policy.replans) Checker.brokenPromises(run) shouldBe 0
    notWorseThanPromised(run, setting)
  }

  /** Checks the explained costs of policies that re-plan each cycle: no cost exceeds the previous cost. */
  private def notWorseThanPromised(run: CyclicRun, setting: Scenarios.Setting): Unit = if (
    setting.policy.replansEachCycle
  ) {
    val reported = "start ([0-9.]+); cost ([0-9.]+);.*".r.unanchored
    run.decisions.asScala.filter(d => d.event == "booked" || d.event == "moved").groupBy(_.job).values.foreach {
      windows =>
        val terms = windows.map(_.detail).collect { case reported(start, cost) =>
          (BigDecimal(start), BigDecimal(cost))
        }
        terms should have size windows.size.toLong
        terms.zip(terms.drop(1)).foreach { case ((start, cost), (laterStart, laterCost)) =>
          laterStart should be <= start
          laterCost should be <= cost
        }
    }
  }

  private def givesEachJobOneOutcome(run: CyclicRun): Unit = {
    val outcomes = run.jobs.asScala.groupBy(_.outcome).view.mapValues(_.size).toMap
    outcomes.keySet should contain noneOf (JobStatus.BOOKED, null)
    outcomes.values.sum shouldBe run.jobs.asScala.map(_.job.id).distinct.size
  }

  private def runOf(text: String): CyclicRun = {
    val setting = Scenarios.setting(text)
    val run = EngineLoop.run(setting.model, "test")
    val single = setting.instance.workload.jobs.asScala.count(_.workflow < 0)
    run.jobs.asScala.count(_.workflow < 0) shouldBe single // workflows may come after the last cycle
    run
  }
}
