package io.metasched.resource.profile

import io.metasched.resource.fixture.DomainProperties
import org.scalacheck.Gen
import scala.collection.mutable.ArrayBuffer
import scala.jdk.CollectionConverters._

/** Agreement of each profile with a tick-by-tick twin, with many equal times and tiny nodes. */
final class FreeCapacityPropertySpec extends DomainProperties {

  private val capacity = 5
  private val ticks = 400

  private sealed trait Step
  private case class Fit(from: Int, length: Int, processors: Int, slack: Int) extends Step
  private case class Hold(from: Int, length: Int, processors: Int) extends Step
  private case class HoldForEver(from: Int) extends Step
  private case class Release(which: Int, firstPart: Int) extends Step
  private case class Forget(ahead: Int) extends Step

  private val fit = for {
    from <- Gen.choose(0, 60)
    length <- Gen.choose(1, 12)
    processors <- Gen.choose(1, capacity)
    slack <- Gen.oneOf(Gen.choose(0, 40), Gen.const(ticks))
  } yield Fit(from, length, processors, slack)

  private val hold = for {
    from <- Gen.choose(0, 60)
    length <- Gen.choose(1, 12)
    processors <- Gen.choose(1, 2)
  } yield Hold(from, length, processors)

  private val release = for {
    which <- Gen.choose(0, 1000)
    firstPart <- Gen.choose(0, 12)
  } yield Release(which, firstPart)

  private val step: Gen[Step] = Gen.frequency(
    10 -> fit,
    10 -> hold,
    8 -> release,
    1 -> Gen.choose(0, 9).map(Forget(_)),
    1 -> Gen.choose(100, 120).map(HoldForEver(_))
  )
  private val steps = Gen.choose(1, 120).flatMap(Gen.listOfN(_, step))

  private val held = Gen.listOf(
    for {
      from <- Gen.choose(0, 40)
      length <- Gen.choose(1, 12)
    } yield (from, length)
  )

  private val profiles = Seq(
    ("a profile with nodes of 4", 1, () => new CapacityProfile(0, capacity, 4, 4)),
    ("a profile with leaves of 5 and inner nodes of 4", 1, () => new CapacityProfile(0, capacity, 5, 4)),
    ("a profile with leaves of 16", 1, () => new CapacityProfile(0, capacity, 16, 4)),
    ("a profile as it is used", 1, () => new CapacityProfile(0, capacity)),
    ("the paper's list of slots", 1, () => new LinearProfile(0, capacity)),
    ("fixed slots of one tick", 1, () => new FixedSlots(1, 0, capacity)),
    ("fixed slots of 4 ticks", 4, () => new FixedSlots(4, 0, capacity))
  )

  for ((name, slotTicks, make) <- profiles) name should {

    "equal its tick-by-tick twin after any holds, releases and drops" in forAll(steps) { steps =>
      val profile = make()
      val twin = new TickTwin(ticks, slotTicks)
      twin.reset(0, capacity)
      val holds = ArrayBuffer.empty[(Int, Int, Int)]
      var now = 0

      def take(from: Int, to: Int, processors: Int): Unit = {
        profile.hold(from, if (to == ticks) Long.MaxValue else to, processors)
        twin.add(from, to, -processors)
        holds += ((from, to, processors))
      }

      for (step <- steps) {
        step match {
          case Fit(from, length, processors, slack) =>
            // the twin cannot find a hold that lasts beyond its end
            val start = profile.earliestStart(from, length, processors, math.min(from + slack, 200))
            start shouldBe twin.earliestStart(from, length, processors, math.min(from + slack, 200))
            if (start >= 0) take(start.toInt, start.toInt + length, processors)
          case Hold(from, length, processors) =>
            val start = now + from
            if (twin.fits(start, start + length, processors)) take(start, start + length, processors)
            else an[IllegalArgumentException] should be thrownBy profile.hold(start, start + length, processors)
          case HoldForEver(from) =>
            if (twin.fits(now + from, ticks, 1)) take(now + from, ticks, 1)
          case Release(which, firstPart) =>
            if (holds.nonEmpty) {
              val (from, to, processors) = holds.remove(which % holds.size)
              val first = math.max(from, now)
              // with slots, parts of a hold that share a slot cannot be given back separately
              val middle = if (slotTicks > 1 || to == ticks) first else math.min(to, first + firstPart)
              for ((a, b) <- Seq((first, middle), (middle, to)) if a < b) {
                profile.release(a, if (b == ticks) Long.MaxValue else b, processors)
                twin.add(a, b, processors)
              }
            }
          case Forget(ahead) =>
            now += ahead
            profile.forgetBefore(now)
            twin.forgetBefore(now)
        }

        profile.start shouldBe now
        (now until ticks).map(t => profile.freeAt(t.toLong)) shouldBe twin.freeFrom(now)
        // one entry for each change of the number
        if (!profile.isInstanceOf[FixedSlots]) profile.size shouldBe twin.entries
      }
    }

    "be the same in one pass as hold by hold, from any tick on" in forAll(held, Gen.choose(0, 60)) { (held, start) =>
      val profile = make()
      val twin = new TickTwin(ticks, slotTicks)
      val enough = 40
      twin.reset(start, enough)
      val fitting = held.filter { case (from, length) =>
        val fits = twin.fits(from, from + length, 3)
        if (fits) twin.add(from, from + length, -3)
        fits
      }
      val reservations = fitting.map { case (from, length) => new ProcessorHold(from, from + length, 3) }

      profile.reset(start, enough, SortedReservations.of(reservations.asJava))

      profile.start shouldBe start
      (start until ticks).map(t => profile.freeAt(t.toLong)) shouldBe twin.freeFrom(start)
      if (!profile.isInstanceOf[FixedSlots]) profile.size shouldBe twin.entries
      for ((from, length) <- fitting if from >= start) profile.release(from, from + length, 3)
      val last = (0L +: reservations.map(_.end)).max
      profile.earliestStart(0, 1000, enough) should be <= math.max(start.toLong, last + slotTicks)
    }

    "refuse impossible holds without a change" in {
      val profile = make()
      profile.hold(8, 20, 3)
      profile.hold(24, Long.MaxValue, 1)
      def all = (0L to 40L).map(profile.freeAt)
      val before = all

      for (
        (start, end, processors) <- Seq(
          (5L, 11L, 3),
          (3L, 3L, 1),
          (4L, 3L, 1),
          (-1L, 3L, 1),
          (0L, 3L, 0),
          (50L, 60L, 5)
        )
      )
        withClue((start, end, processors)) {
          an[IllegalArgumentException] should be thrownBy profile.hold(start, end, processors)
        }
      an[IllegalArgumentException] should be thrownBy profile.freeAt(-1)

      all shouldBe before
      profile.earliestStart(0, 100, capacity + 1) shouldBe FreeCapacity.NEVER
      profile.earliestStart(30, 1, capacity) shouldBe FreeCapacity.NEVER
      profile.earliestStart(1L << 40, 1L << 40, capacity - 1) shouldBe (1L << 40)
      profile.earliestStart(9, 2, 3, 18) shouldBe FreeCapacity.NEVER
      profile.earliestStart(9, 2, 3, 20) shouldBe 20
    }

    "be empty after it could not be built" in {
      val profile = make()
      val tooMuch =
        Seq(new ProcessorHold(0, 10, 3), new ProcessorHold(4, 12, 3), new ProcessorHold(30, Long.MaxValue, 1))

      val thrown = the[IllegalArgumentException] thrownBy
        profile.reset(2, capacity, SortedReservations.of(tooMuch.asJava))

      thrown.getMessage shouldBe "1 more processors than exist are held at 4"
      (2L to 40L).map(profile.freeAt).toSet shouldBe Set(capacity)
    }

    "keep holds without end when it is built in one pass" in {
      val profile = make()
      val both =
        Seq(
          new ProcessorHold(0, 10, 1),
          new ProcessorHold(33, Long.MaxValue, 2),
          new ProcessorHold(40, Long.MaxValue, 1)
        )

      profile.reset(0, capacity, SortedReservations.of(both.asJava))

      Seq(0L, 9L, 16L, 35L, 40L, 1L << 40).map(profile.freeAt) shouldBe Seq(4, 4, 5, 3, 2, 2)
    }
  }
}
