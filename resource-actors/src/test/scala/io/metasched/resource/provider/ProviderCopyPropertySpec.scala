package io.metasched.resource.provider

import scala.collection.mutable.ArrayBuffer
import scala.jdk.CollectionConverters._

import io.metasched.resource.fixture.DomainProperties
import io.metasched.resource.profile.CapacitySlots
import org.scalacheck.Gen

/** Independence of copies of a provider, and of copies of these. */
final class ProviderCopyPropertySpec extends DomainProperties {

  private val machine = 6

  /** @param member index of the provider that the step changes */
  private case class Step(member: Int, kind: Int, processors: Int, length: Long, ahead: Long)

  private val steps = Gen
    .choose(1, 60)
    .flatMap(
      Gen.listOfN(
        _,
        for {
          member <- Gen.choose(0, 1000)
          kind <- Gen.choose(0, 9)
          processors <- Gen.choose(1, machine)
          length <- Gen.choose(1L, 15L)
          ahead <- Gen.choose(0L, 25L)
        } yield Step(member, kind, processors, length, ahead)
      )
    )

  /** Operation on a book, with its result. */
  private type Act = ProviderBook => Any

  /** Provider with its own clock, and the history of its operations. */
  private final class Member(make: () => ProviderBook, val book: ProviderBook, history: Seq[(Act, Any)], since: Long) {
    private val done = ArrayBuffer.from(history)
    private var now = since

    def this(make: () => ProviderBook) = this(make, make(), Nil, 0)

    def copy(): Member = new Member(make, book.copy(), done.toSeq, now)

    private def perform(act: Act): Unit = done += act -> act(book)

    private def tick(): Unit = {
      now += 1
      val at = now
      perform(_.stopAtLimits(at).asScala.toList)
      perform(_.start(at, true).asScala.toList)
    }

    def step(step: Step): Unit = {
      val at = now
      val number = done.size
      step.kind match {
        case 0 | 1 | 2 => perform(_.submit(new BatchJob(number, at, step.processors, step.length)))
        case 3 | 4 =>
          val request = new ReservationRequest(
            number,
            at + step.ahead,
            at + step.ahead + 2 * step.length,
            step.processors,
            step.length
          )
          perform(_.reserve(request, at, Lateness.REFUSED).toString)
          perform(_.start(at, true).asScala.toList)
        case 5 =>
          for (given <- book.reservations.asScala.find(book.isReserved)) perform(_.withdraw(given, at))
        case 6 =>
          for (running <- book.runningJobs.asScala.headOption) perform(_.ended(running.job.number, at))
        case _ => for (_ <- 0L until step.length / 3 + 1) tick()
      }
      perform(book =>
        (book.state, book.waitingWork, book.head, book.runningJobs, book.reservations, book.nextLimit).toString
      )
    }

    def drain(): Unit = while (book.waiting > 0 || book.nextReservation.isPresent) tick()

    def isAsIfAlone: Boolean = {
      val alone = make()
      done.forall { case (act, outcome) => act(alone) == outcome }
    }
  }

  for {
    scheduler <- LocalSchedulers.names.asScala.toSeq
    slots <- Seq(CapacitySlots.VARIABLE, new CapacitySlots(4))
    if slots.lengthTicks == 0 || scheduler != "conservative"
  } s"A provider with $scheduler in slots of ${slots.lengthTicks}" should {

    "not be affected by changes of its copies, nor affect them" in forAll(steps) { steps =>
      def make() = new ProviderBook(machine, LocalSchedulers.named(scheduler).get, slots)
      val members = ArrayBuffer(new Member(() => make()))

      for (step <- steps) {
        val member = members(step.member % members.size)
        if (step.kind == 9 && members.size < 5) members += member.copy() else member.step(step)
      }
      members.foreach(_.drain())

      for (member <- members) member.isAsIfAlone shouldBe true
    }
  }
}
