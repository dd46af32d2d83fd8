package io.metasched.metascheduler.policy

import io.metasched.metascheduler.cycle.{CycleSnapshot, Decision}
import io.metasched.metascheduler.fixture.{CycleFixture, RandomCycles}
import io.metasched.metascheduler.model.Job
import io.metasched.resource.fixture.Draws
import org.scalacheck.Gen
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import scala.jdk.CollectionConverters._

final class BackfillingPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(200))

  private val cycles = Gen.long.map(seed => RandomCycles.cycle(seed))
  private val inOrder = Gen.oneOf("backfilling", "fcfs").map(CycleFixture.policy(_))

  "Backfilling, and first come, first served," should {
    "decide on a job regardless of the later jobs" in forAll(cycles, inOrder) { (cycle, policy) =>
      val whole = policy.plan(cycle).decisions

      for (length <- 0 to cycle.queue.size)
        policy.plan(withQueue(cycle.queue.asScala.take(length).toSeq, cycle)).decisions shouldBe whole.subList(
          0,
          length
        )
    }
  }

  "Backfilling" should {
    "start no job later than after all other jobs" in forAll(cycles) { cycle =>
      val policy = CycleFixture.policy("backfilling")

      for ((job, index) <- cycle.queue.asScala.zipWithIndex) {
        val reordered = cycle.queue.asScala.patch(index, Nil, 1) :+ job
        val behindAll = starts(policy.plan(withQueue(reordered.toSeq, cycle)).decisions.asScala.last)
        val inPlace = starts(policy.plan(cycle).decisions.get(index))
        inPlace should be <= behindAll
      }
    }
  }

  private def starts(decision: Decision): Long = decision match {
    case place: Decision.Place => place.window.start
    case _                     => Long.MaxValue
  }

  private def withQueue(queue: Seq[Job], cycle: CycleSnapshot): CycleSnapshot =
    new CycleSnapshot(
      cycle.cycle,
      cycle.nowTick,
      cycle.horizon,
      cycle.granularityTicks,
      queue.asJava,
      cycle.slots,
      cycle.seed
    )
}
