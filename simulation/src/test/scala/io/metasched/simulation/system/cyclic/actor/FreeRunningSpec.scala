package io.metasched.simulation.system.cyclic.actor
import scala.jdk.CollectionConverters._

import io.metasched.metascheduler.cyclic.flow.JobStatus
import io.metasched.simulation.system.cyclic.rule.Checker
import io.metasched.simulation.system.cyclic.Scenarios
import io.metasched.simulation.system.cyclic.metric.VoGroup
import io.metasched.simulation.system.cyclic.rows.CyclicRun
import org.scalatest.concurrent.TimeLimits
import org.scalatest.concurrent.{Signaler, ThreadSignaler}
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.SpanSugar._
import org.scalatest.wordspec.AnyWordSpec

/** Organizations that compete for the same owners, with messages in any order. */
final class FreeRunningSpec extends AnyWordSpec with Matchers with TimeLimits {
  implicit private val interrupt: Signaler = ThreadSignaler

  private val policies = Vector("css", "batch-slicer", "bsf", "backfilling", "fcfs", "random")

  private def scenario(seed: Int): String =
    s"""
       |seed = $seed
       |policies = [${policies(seed % policies.size)}]
       |time { period = 100, horizon = 300, planning = ${seed % 3 * 20}, cycles = 4 }
       |vo { count = ${2 + seed % 2} }
       |nodes { count = 8, domains = ${1 + seed % 4} }
       |local { dynamic = 0.1, length { least = 1, most = 20 } }
       |users { count = 4, budget = 4000, refund = unused, withdrawal { rate = 0.1, within = 150 } }
       |jobs { per-cycle = 12, nodes.most = 4, volume { least = 50, most = 300 } }
       |""".stripMargin

  "Organizations with messages in any order" should {
    "share the owners without a violation, a deadlock or a lost job" in {
      var conflicts = 0
      val shares = for (seed <- 1 to 100) yield {
        val fixture = ActorFixture(throughput = 1, late = Option.when(seed % 2 == 0)(seed.toLong), free = true)
        val run = withClue(s"$fixture\n${scenario(seed)}\n") {
          val ended = failAfter(900.seconds)(fixture.run(Scenarios.setting(scenario(seed))))
          Checker.check(ended).asScala shouldBe empty
          givesEachJobOneOutcome(ended)
          ended
        }
        conflicts += run.decisions.asScala.count(_.event == "requeued")
        VoGroup.jainIndex(run)
      }
      conflicts should be > 100
      // a single run may favour the organization whose messages arrived first; most runs do not
      shares.sum / shares.size should be > 0.6
    }
  }

  private def givesEachJobOneOutcome(run: CyclicRun): Unit = {
    run.jobs.asScala.map(_.job.id).distinct should have size 48
    run.jobs.asScala.map(_.outcome) should contain noneOf (JobStatus.BOOKED, null)
  }
}
