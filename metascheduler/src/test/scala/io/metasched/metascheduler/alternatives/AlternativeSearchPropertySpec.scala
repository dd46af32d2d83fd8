package io.metasched.metascheduler.alternatives

import io.metasched.metascheduler.cycle.CycleSnapshot
import io.metasched.metascheduler.fixture.{RandomCycles, WindowRules}
import io.metasched.metascheduler.model.Job
import io.metasched.resource.fixture.Draws
import io.metasched.resource.model.{Criterion, Window}
import io.metasched.resource.search.SearchFamily
import org.scalacheck.Gen
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import scala.jdk.CollectionConverters._

final class AlternativeSearchPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(150))

  private type Alternatives = Vector[Vector[Window]]

  private val cycles = Gen.long.map(seed => RandomCycles.cycle(seed))
  private val families = Gen.oneOf(SearchFamily.exact(1000), SearchFamily.published())
  private val caps = Gen.oneOf(1, 2, 5, Int.MaxValue)

  private val byOwn: Job => Criterion = _.criterion
  private val byStart: Job => Criterion = _ => Criterion.START
  private val criteria = Gen.oneOf(byOwn, byStart)

  "The search for alternatives" should {
    "find windows that serve their jobs and are disjoint over all of them" in
      forAll(cycles, families, caps, criteria) { (cycle, family, cap, by) =>
        val found = gather(cycle, family, cap, by)

        for ((job, windows) <- jobs(cycle).zip(found); window <- windows)
          WindowRules.requireServes(window, job, cycle.slots.whole.slots, cycle.horizon, cycle.granularityTicks)
        WindowRules.requireDisjoint(found.flatten.asJava)
      }

    "find at most one window per job in each pass, by a separate search in the remaining slots" in
      forAll(cycles, families, caps, criteria) { (cycle, family, cap, by) =>
        gather(cycle, family, cap, by) shouldBe passes(cycle, family, cap, by)
      }

    "find the same windows with a cap as without it, up to the cap" in
      forAll(cycles, families, caps, criteria) { (cycle, family, cap, by) =>
        val all = gather(cycle, family, Int.MaxValue, by)

        gather(cycle, family, cap, by) shouldBe all.map(_.take(cap))
      }

    "leave the slots as they were" in forAll(cycles, families) { (cycle, family) =>
      val before = cycle.slots.whole.slots

      gather(cycle, family, 5, byOwn)

      cycle.slots.whole.slots shouldBe before
    }
  }

  private def jobs(cycle: CycleSnapshot): Vector[Job] = cycle.queue.asScala.toVector

  private def gather(cycle: CycleSnapshot, family: SearchFamily, cap: Int, by: Job => Criterion): Alternatives =
    new AlternativeSearch(family, cap)
      .gather(cycle.slots, cycle.queue, cycle.horizon, cycle.granularityTicks, job => by(job))
      .asScala
      .map(_.asScala.map(_.window).toVector)
      .toVector

  /** Plain implementation of the passes, in which no search resumes and each job is tried in each pass.
    */
  private def passes(cycle: CycleSnapshot, family: SearchFamily, cap: Int, by: Job => Criterion): Alternatives = {
    val left = cycle.slots.copy()
    var found: Alternatives = jobs(cycle).map(_ => Vector.empty)
    var grows = true
    while (grows) {
      val before = found
      for ((job, index) <- jobs(cycle).zipWithIndex if found(index).size < cap) {
        val request = job.request(cycle.horizon, cycle.granularityTicks)
        family.find(left, request, by(job)).window.ifPresent { window =>
          left.subtract(window)
          found = found.updated(index, found(index) :+ window)
        }
      }
      grows = found != before
    }
    found
  }
}
