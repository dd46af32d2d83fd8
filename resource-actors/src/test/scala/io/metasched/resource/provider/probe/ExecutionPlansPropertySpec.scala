package io.metasched.resource.provider.probe

import java.util.SplittableRandom
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.metasched.resource.fixture.{DomainProperties, Draws}
import io.metasched.resource.profile.CapacitySlots
import io.metasched.resource.provider._
import org.scalacheck.Gen

/** Agreement of incremental plans with plans from scratch, in random states. */
final class ExecutionPlansPropertySpec extends DomainProperties {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(8000))

  private val seeds = Gen.long
  private val promises = Gen.oneOf(HeadPromise.values.toSeq)

  private case class State(book: ProviderBook, now: Long)

  /** Returns a provider in operation: passes were skipped, and jobs have ended early. */
  private def state(random: SplittableRandom, scheduler: String, headPromise: HeadPromise): State = {
    val machine = 1 + random.nextInt(12)
    val book = new ProviderBook(machine, LocalSchedulers.named(scheduler).get, CapacitySlots.VARIABLE, headPromise)
    var now = 0L
    for (number <- 1 to 2 * random.nextInt(50) by 2) {
      if (random.nextInt(3) > 0)
        book.submit(new BatchJob(number, now, 1 + random.nextInt(machine), 1 + random.nextLong(20)))
      if (random.nextInt(5) == 0) {
        val ready = now + random.nextLong(40)
        val length = 1 + random.nextLong(15)
        val due = ready + length + random.nextLong(30)
        val request = new ReservationRequest(number + 1, ready, due, 1 + random.nextInt(machine), length)
        book.reserve(request, now, Lateness.REFUSED)
      }
      if (random.nextInt(4) == 0) {
        book.start(now, true)
        for (_ <- 0 to random.nextInt(6)) {
          now += 1
          book.stopAtLimits(now)
          for (running <- book.runningJobs.asScala if random.nextInt(8) == 0) book.ended(running.job.number, now)
          book.start(now, random.nextInt(10) > 0)
        }
      }
    }
    State(book, now)
  }

  private def request(random: SplittableRandom, state: State): ReservationRequest =
    new ReservationRequest(
      1_000_000,
      state.now,
      Long.MaxValue / 4,
      1 + random.nextInt(state.book.processors),
      1 + random.nextLong(25)
    )

  private def starts(plan: ExecutionPlan): Seq[(Int, Long)] =
    (0 until plan.size).map(i => plan.job(i).number -> plan.startTick(i))

  "Incremental plans" should {

    "equal the plans from scratch for each placeholder and job" in forAll(seeds, promises) { (seed, promise) =>
      val random = new SplittableRandom(seed)
      val at = state(random, "easy", promise)
      val plans = ExecutionPlans.of(at.book, at.now)
      val scratch = ExecutionPlans.fromScratch(at.book, at.now)

      starts(plans.original) shouldBe starts(scratch.original)
      for (_ <- 1 to 6) {
        val asked = request(random, at)
        val start = at.now + random.nextInt(if (random.nextBoolean()) 20 else 300)
        val reserved = plans.withReservation(asked, start).toScala
        val expected = scratch.withReservation(asked, start).toScala
        reserved.map(starts) shouldBe expected.map(starts)
        reserved.map(_.reservations) shouldBe expected.map(_.reservations)
        val queued = plans.withJob(asked)
        queued.startTick shouldBe scratch.withJob(asked).startTick
        starts(queued.plan) shouldBe starts(scratch.withJob(asked).plan)
      }
    }

    "not change the state" in forAll(seeds, promises) { (seed, promise) =>
      val random = new SplittableRandom(seed)
      val at = state(random, "easy", promise)
      val before = starts(ExecutionPlans.fromScratch(at.book, at.now).original)
      val plans = ExecutionPlans.of(at.book, at.now)
      for (_ <- 1 to 4) {
        plans.withReservation(request(random, at), at.now + random.nextLong(60))
        plans.withJob(request(random, at))
      }

      starts(ExecutionPlans.fromScratch(at.book, at.now).original) shouldBe before
      // nor do later changes of the state affect plans
      at.book.submit(new BatchJob(2_000_000, at.now, 1, 1))
      at.book.start(at.now, true)
      starts(plans.original) shouldBe before
    }
  }

  "A plan under any local scheduler" should {

    "start each job once, within the number of processors" in
      forAll(seeds, Gen.oneOf(LocalSchedulers.names.asScala.toSeq)) { (seed, scheduler) =>
        val random = new SplittableRandom(seed)
        val at = state(random, scheduler, HeadPromise.IGNORED)
        val asked = request(random, at)

        val plans = ExecutionPlans.of(at.book, at.now)
        val all = Seq(plans.original, plans.withJob(asked).plan) ++
          plans.withReservation(asked, at.now + random.nextLong(40)).toScala

        for (plan <- all) {
          plan.size shouldBe at.book.waiting + at.book.runningJobs.size
          starts(plan).map(_._1).distinct should have size plan.size.toLong
          val spans =
            (0 until plan.size).map(i => (plan.startTick(i), plan.endTick(i), plan.job(i).processors)) ++
              plan.reservations.asScala.map(r => (r.startTick, r.endTick, r.request.processors))
          for ((start, _, _) <- spans)
            spans.collect { case (from, to, n) if from <= start && start < to => n }.sum should be <= plan.processors
        }
      }
  }
}
