package io.metasched.simulation.engine

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.metasched.metascheduler.flow.JobStatus
import io.metasched.simulation.check.Checker
import io.metasched.simulation.result.RunResult
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Random small scenarios, as a user would write them. A failure prints the scenario, to be run again. */
final class EnginePropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 500)

  "A run" should {
    "break no rule, keep its promises and account for each job, the same for the same seed" in {
      val seen = mutable.Set.empty[String]

      forAll(Scenarios.any) { text =>
        val run = runOf(text)
        run.decisions.forEach(decision => seen += s"${decision.event} ${decision.reason}".trim)
        if (run.decisions.asScala.exists(d => d.event == "moved" && d.cycle > 0)) seen += "re-planned"

        withClue(text) {
          Checker.check(run).asScala shouldBe empty
          keepsItsPromises(run, text)
          givesEachJobOneFate(run)
          runOf(text) shouldBe run
        }
      }

      seen should contain allOf ("booked", "moved", "re-planned", "withdrawn", "requeued slot_taken", "postponed batch_full",
      "refused budget", "refused deadline", "refused no_window", "refused not_enough_nodes", "refused below_any_price")
    }
  }

  private def keepsItsPromises(run: RunResult, text: String): Unit = {
    val promises = run.jobs.asScala.map(row => row.job.id -> row.promisedStart).toMap
    run.placements.asScala.foreach(placement => placement.start should be <= promises(placement.job))
    val setting = Scenarios.setting(text)
    if (!setting.policy.replans) Checker.brokenPromises(run) shouldBe 0
    notWorseThanPromised(run, setting)
  }

  /** As told to the reader, of all whose policy re-plans each cycle: every cost is at most the one before. */
  private def notWorseThanPromised(run: RunResult, setting: Scenarios.Setting): Unit = if (
    setting.policy.replansEachCycle
  ) {
    val told = "start ([0-9.]+); cost ([0-9.]+);.*".r.unanchored
    run.decisions.asScala.filter(d => d.event == "booked" || d.event == "moved").groupBy(_.job).values.foreach {
      windows =>
        val terms = windows.map(_.detail).collect { case told(start, cost) => (BigDecimal(start), BigDecimal(cost)) }
        terms should have size windows.size.toLong
        terms.zip(terms.drop(1)).foreach { case ((start, cost), (laterStart, laterCost)) =>
          laterStart should be <= start
          laterCost should be <= cost
        }
    }
  }

  private def givesEachJobOneFate(run: RunResult): Unit = {
    val fates = run.jobs.asScala.groupBy(_.fate).view.mapValues(_.size).toMap
    fates.keySet should contain noneOf (JobStatus.BOOKED, null)
    fates.values.sum shouldBe run.jobs.asScala.map(_.job.id).distinct.size
  }

  private def runOf(text: String): RunResult = {
    val setting = Scenarios.setting(text)
    val run = Engine.run(setting.world, setting.name, setting.policy, "test", Progress.NONE)
    run.jobs should have size setting.world.workload.jobs.size.toLong
    run
  }
}
