package io.metasched.resource.profile

import io.metasched.resource.fixture.{DomainProperties, Draws}
import org.scalacheck.Gen
import scala.collection.mutable.ArrayBuffer

/** Independence of copies of a profile, and of copies of these. */
final class ProfileCopyPropertySpec extends DomainProperties {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(1000))

  private val capacity = 6
  private val ticks = 200

  /** @param member index of the profile that the step changes */
  private case class Step(member: Int, kind: Int, from: Int, length: Int, processors: Int)

  private val steps = Gen
    .choose(1, 80)
    .flatMap(
      Gen.listOfN(
        _,
        for {
          member <- Gen.choose(0, 1000)
          kind <- Gen.choose(0, 9)
          from <- Gen.choose(0, 80)
          length <- Gen.choose(1, 15)
          processors <- Gen.choose(1, 3)
        } yield Step(member, kind, from, length, processors)
      )
    )

  /** Profile that is compared with a profile that gets the same operations but is never copied. */
  private final class Member(make: () => FreeCapacity, val profile: FreeCapacity, history: Seq[FreeCapacity => Unit]) {
    private val done = ArrayBuffer.from(history)
    private val held = ArrayBuffer.empty[(Long, Long, Int)]

    def this(make: () => FreeCapacity) = this(make, make(), Nil)

    def copy(): Member = {
      val copied = new Member(make, profile.copy(), done.toSeq)
      copied.held ++= held
      copied
    }

    private def perform(change: FreeCapacity => Unit): Unit = {
      change(profile)
      done += change
    }

    def step(step: Step): Unit = {
      val length = step.length.toLong
      step.kind match {
        case 0 =>
          val now = profile.start + step.length / 3
          perform(_.forgetBefore(now))
        case 1 if step.from < 5 =>
          val now = profile.start
          perform(_.reset(now, capacity))
          held.clear()
        case 1 | 2 | 3 =>
          if (held.nonEmpty) {
            val (start, end, processors) = held.remove(step.from % held.size)
            val from = math.max(start, profile.start)
            if (from < end) perform(_.release(from, end, processors))
          }
        case _ =>
          val start = profile.earliestStart(profile.start + step.from, length, step.processors)
          perform(_.hold(start, start + length, step.processors))
          held += ((start, profile.heldUntil(start + length), step.processors))
      }
    }

    def content(of: FreeCapacity): Seq[Int] =
      of.start.toInt +: of.size +: (of.start until of.start + ticks).map(of.freeAt)

    def isAsIfAlone: Boolean = {
      val alone = make()
      done.foreach(_(alone))
      content(profile) == content(alone)
    }
  }

  private val profiles = Seq(
    ("A profile with nodes of 4", () => new CapacityProfile(0, capacity, 4, 4)),
    ("A profile with leaves of 6 and inner nodes of 4", () => new CapacityProfile(0, capacity, 6, 4)),
    ("A profile as it is used", () => new CapacityProfile(0, capacity)),
    ("The paper's list of slots", () => new LinearProfile(0, capacity)),
    ("Fixed slots of one tick", () => new FixedSlots(1, 0, capacity))
  )

  for ((name, make) <- profiles) name should {

    "not be affected by changes of its copies, nor affect them" in forAll(steps) { steps =>
      val members = ArrayBuffer(new Member(make))

      for (step <- steps) {
        val member = members(step.member % members.size)
        if (step.kind == 9 && members.size < 6) members += member.copy() else member.step(step)
      }

      for (member <- members) member.isAsIfAlone shouldBe true
    }
  }
}
