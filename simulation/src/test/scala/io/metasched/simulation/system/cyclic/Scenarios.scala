package io.metasched.simulation.system.cyclic
import io.metasched.simulation.system.cyclic.model.CyclicModel
import io.metasched.simulation.system.cyclic.model.InstanceFactory
import io.metasched.simulation.system.cyclic.model.ScenarioReader
import java.nio.file.Path

import scala.jdk.CollectionConverters._

import io.metasched.simulation.system.Systems
import io.metasched.metascheduler.policy.{Policies, SchedulingPolicy}
import io.metasched.simulation.kernel.Progress
import org.scalacheck.Gen

/** Random small scenarios, as a user would write them. */
object Scenarios {

  /** Instance with the single policy to run in it. */
  final case class Setting(instance: CyclicInstance, name: String, policy: SchedulingPolicy) {

    /** Creates a run of the policy that is about to start. */
    def model: CyclicModel = instance.begin(name, Progress.NONE)
  }

  private val times = for {
    granularity <- Gen.oneOf("1", "0.001", "2.5")
    period <- Gen.choose(20, 200)
    longer <- Gen.choose(0, 600)
    planning <- Gen.oneOf(Gen.const(0), Gen.choose(0, period - 1))
    cycles <- Gen.choose(1, 5)
  } yield s"time { granularity = $granularity, period = $period, horizon = ${period + longer}, " +
    s"planning = $planning, cycles = $cycles }"

  private val organizations = for {
    goal <- Gen.oneOf("max-income", "min-time", "min-cost", "min-idleness")
    reading <- Gen.oneOf("i", "ii", "iii")
    choice <- Gen.oneOf("exact", "recursion")
    limit <- Gen.oneOf(2, 5, 1000)
    patience <- Gen.choose(1, 4)
    count <- Gen.frequency(2 -> 1, 1 -> 2, 1 -> 3)
    order <- Gen.oneOf("fifo", "priority", "fair-share")
    halfLife <- Gen.oneOf(1, 300)
  } yield s"""vo {
             |  count = $count, goal = $goal, budget = $reading, choice = $choice, batch-limit = $limit
             |  no-window-cycles = $patience, queue-order = $order, half-life = $halfLife
             |}""".stripMargin

  private val resources = for {
    nodes <- Gen.choose(2, 8)
    domains <- Gen.choose(1, 3)
    fixed <- Gen.oneOf("market", "fixed")
    discount <- Gen.oneOf("0", "0.5", "1")
    share <- Gen.oneOf("0", "0.5", "1", "1")
    spread <- Gen.oneOf("0", "0.3", "0.8")
    dynamic <- Gen.oneOf("0", "0.02", "0.3", "0.5")
  } yield s"""nodes { count = $nodes, domains = $domains, properties { gpu = 0.5 } }
             |price { policy = $fixed, discount { most = $discount, lead = 150 } }
             |local { share = $share, base = 0.1, spread = $spread, dynamic = $dynamic, length { least = 1, most = 40 } }
             |""".stripMargin

  private val users = for {
    budget <- Gen.oneOf("200", "1500", "7000", "unlimited")
    refund <- Gen.oneOf("none", "unused")
    rate <- Gen.oneOf("0", "0.2", "0.5")
  } yield s"users { count = 2, budget = $budget, refund = $refund, withdrawal { rate = $rate, within = 250 } }"

  private val jobs = for {
    perCycle <- Gen.choose(1, 8)
    nodes <- Gen.choose(1, 4)
    volume <- Gen.oneOf(100, 400, 1500)
    real <- Gen.oneOf("0.4", "1", "1.5")
    factor <- Gen.oneOf("0.3", "1.2", "3")
    deadlines <- Gen.oneOf("0", "0", "0.5")
    demanding <- Gen.oneOf("0", "0", "0.4")
    priority <- Gen.oneOf(0, 2)
    criteria <- Gen.oneOf("[start, runtime, finish, cost]", "[proctime]", "[energy, cost]")
  } yield s"""jobs {
             |  per-cycle = $perCycle, nodes.most = $nodes, volume { least = 20, most = $volume }
             |  real-length { least = 0.2, most = $real }
             |  budget-factor { least = $factor, most = 3 }, criteria = $criteria
             |  priority.most = $priority, deadline { share = $deadlines, least = 10, most = 300 }
             |  demanding { share = $demanding, performance = 6 }, properties { gpu = $demanding }
             |}""".stripMargin

  private val workflows = for {
    count <- Gen.frequency(3 -> 0, 1 -> 1, 1 -> 2)
    policy <- Gen.oneOf("heft", "job-by-job", "in-turn")
    gap <- Gen.choose(0, 200)
    deadline <- Gen.oneOf("none", "3", "10")
    budget <- Gen.oneOf("none", "0.7", "1.5")
  } yield s"""workflows {
             |  count = $count, jobs = 20, gap.most = $gap, policy = $policy
             |  deadline-factor = $deadline, budget-factor = $budget
             |}""".stripMargin

  val any = for {
    seed <- Gen.choose(0L, Long.MaxValue)
    policy <- Gen.oneOf(Policies.builtIn.names.asScala.toSeq)
    search <- Gen.oneOf("exact", "published")
    cap <- Gen.oneOf("1", "3", "14", "none")
    replan <- Gen.oneOf("none", "each-cycle")
    parts <- Gen.sequence[List[String], String](List(times, organizations, resources, users, jobs, workflows))
  } yield (s"seed = $seed" :: s"policies = [$policy]" :: s"search = $search" :: s"alternatives-cap = $cap" ::
    s"policy { css.replan = $replan, batch-slicer.replan = $replan }" :: parts)
    .mkString("\n", "\n", "\n")

  /** Returns the instance of a scenario. */
  def setting(text: String): Setting = {
    val scenario = ScenarioReader.read(Systems.SCENARIOS.ofText(text, "generated", "random"), Policies.builtIn)
    val policy = scenario.policies.get(0)
    Setting(InstanceFactory.of(scenario, Path.of(_)), policy.name, policy.policy)
  }
}
