package io.metasched.metascheduler.policy

import io.metasched.resource.fixture.Draws
import io.metasched.metascheduler.cycle.{CycleSnapshot, ReplanSnapshot}
import io.metasched.metascheduler.fixture.RandomCycles
import io.metasched.resource.fanout.DistributedSlotView
import io.metasched.resource.fixture.DomainSessions
import io.metasched.resource.model.Slot
import io.metasched.resource.slots.SlotView
import org.scalacheck.Gen
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import java.util.{List => JavaList}
import scala.jdk.CollectionConverters._

final class FannedPlansPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(400))

  private val never = Double.PositiveInfinity
  private val dealings = for {
    domains <- Gen.choose(1, 6)
    spare <- Gen.oneOf(0, 1, 3, 32)
    wholeFraction <- Gen.oneOf(0.0, 0.5, never, never)
    seed <- Gen.long
  } yield Dealing(domains, spare, wholeFraction, seed)

  private val seeds = Gen.long.map(seed => (seed & Long.MaxValue) >>> 1)

  private val variants =
    Policies.builtIn().names.asScala.toSeq.map(_ -> Map.empty[String, String]) ++
      Seq("css", "batch-slicer").map(_ -> Map("replan" -> "each-cycle"))

  for ((name, given) <- variants) {
    val provider = Policies.builtIn().named(name).orElseThrow()
    val options = new java.util.TreeMap[String, String](provider.options)
    options.putAll(given.asJava)

    s"The plan of $name${given.map { case (option, value) => s", $option = $value" }.mkString}" should {
      "be the same for slots in one table and for slots of domains" in
        forAll(seeds, dealings) { (seed, dealing) =>
          val cycle = RandomCycles.cycle(seed)
          val policy = provider.create(RandomCycles.settings(seed % 1000).withOptions(options))
          val fanned = dealing.fanned(cycle.slots.whole.slots, Nil)

          policy.plan(withSlots(cycle, fanned)) shouldBe policy.plan(cycle)
        }

      "be changed in the same way when time is freed" in
        forAll(seeds, dealings) { (seed, dealing) =>
          val cycle = RandomCycles.cycle(seed)
          val policy = provider.create(RandomCycles.settings(seed % 1000).withOptions(options))
          val replan = RandomCycles.afterJobsHaveGone(cycle, policy.plan(cycle))
          val promised = replan.promised.asScala.map { one =>
            new ReplanSnapshot.Promised(one.job, one.window, one.ownSlots.asScala.map(dealing.slot).asJava)
          }
          val fanned = dealing.fanned(replan.slots.whole.slots, promised.flatMap(_.ownSlots.asScala))

          val moves = policy.replan(withSlots(replan, promised.asJava, fanned))

          moves shouldBe policy.replan(replan)
        }
    }
  }

  private def withSlots(cycle: CycleSnapshot, slots: SlotView): CycleSnapshot = new CycleSnapshot(
    cycle.cycle,
    cycle.nowTick,
    cycle.horizon,
    cycle.granularityTicks,
    cycle.queue,
    slots,
    cycle.seed
  )

  private def withSlots(
      replan: ReplanSnapshot,
      promised: JavaList[ReplanSnapshot.Promised],
      slots: SlotView
  ): ReplanSnapshot =
    new ReplanSnapshot(replan.nowTick, replan.horizon, replan.granularityTicks, promised, slots)
}

/** Distribution of nodes over domains, and the answering mode of the domains. */
final private case class Dealing(domains: Int, spare: Int, wholeFraction: Double, seed: Long) {

  def slot(slot: Slot): Slot = DomainSessions.dealt(slot, domains, seed)

  /** Returns a view of the slots; the slots in `others` may be given back. */
  def fanned(slots: JavaList[Slot], others: Iterable[Slot]): SlotView = {
    val dealt = DomainSessions.dealt(slots, domains, seed)
    val nodes = DomainSessions.nodes((dealt.asScala ++ others).asJava)
    new DistributedSlotView(new DomainSessions(dealt, wholeFraction), nodes, others.toSeq.asJava, spare)
  }
}
