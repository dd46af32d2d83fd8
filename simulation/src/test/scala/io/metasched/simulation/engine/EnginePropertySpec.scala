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

        withClue(text) {
          Checker.check(run).asScala shouldBe empty
          keepsItsPromises(run)
          givesEachJobOneFate(run)
          runOf(text) shouldBe run
        }
      }

      seen should contain allOf ("booked", "moved", "withdrawn", "requeued slot_taken", "postponed batch_full",
      "refused budget", "refused deadline", "refused no_window", "refused not_enough_nodes", "refused below_any_price")
    }
  }

  private def keepsItsPromises(run: RunResult): Unit = {
    val promises = run.jobs.asScala.map(row => row.job.id -> row.promisedStart).toMap
    run.placements.asScala.foreach(placement => placement.start should be <= promises(placement.job))
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
