package io.metasched.metascheduler.cyclic.flow

import io.metasched.metascheduler.fixture.JobFixture
import io.metasched.metascheduler.cyclic.flow.FlowEvent._
import io.metasched.metascheduler.model.{JobRefusal, PostponeReason, RefusalReason}
import io.metasched.resource.fixture.Draws
import io.metasched.resource.model.{JobId, Node, Part, Window}
import io.metasched.resource.owner.Refusal
import org.scalacheck.Gen
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import scala.jdk.CollectionConverters._

final class JobFlowPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(300), sizeRange = 120)

  private val users = 0 to 2

  /** Steps of the flow as numbers; each picks one of the events that the state allows. */
  private val walks: Gen[List[Int]] = Gen.listOf(Gen.choose(0, Int.MaxValue))

  "A job flow" should {
    "be the same when its history is replayed" in forAll(walks) { walk =>
      val flow = walked(walk)(_ => ())

      view(JobFlow.replay(false, flow.history)) shouldBe view(flow)
    }

    "neither create nor lose money, and keep every balance at 0 or above" in forAll(walks) { walk =>
      walked(walk) { flow =>
        for (user <- users) {
          val reserved = flow.jobs.asScala.filter(_.job.user == user).map(_.reservedMilli).sum
          flow.availableMilli(user) + reserved shouldBe balance(user, flow)
          flow.availableMilli(user) should be >= 0L
        }
      }
    }

    "keep each waiting job in its place in the order of submission" in forAll(walks) { walk =>
      walked(walk) { flow =>
        val submitted = flow.history.asScala.collect { case event: Submitted => event.job.id }
        val waiting = flow.waiting.asScala.map(_.job.id)
        waiting shouldBe submitted.filter(flow.job(_).status == JobStatus.WAITING)
        flow.booked.asScala.map(_.job.id) shouldBe submitted.filter(flow.job(_).status == JobStatus.BOOKED)
        flow.isDone shouldBe flow.jobs.asScala.forall(_.status.isFinal)
      }
    }

    "refuse events that its state does not allow, without a change" in forAll(walks) { walk =>
      val flow = walked(walk)(_ => ())
      val tick = flow.history.asScala.lastOption.fold(0L)(_.tick)
      val before = view(flow)

      for (event <- impossible(flow, tick)) {
        withClue(event)(an[IllegalStateException] should be thrownBy flow.record(event))
        view(flow) shouldBe before
      }
    }
  }

  /** Returns all readable values of a flow, including getters added later. */
  private def view(flow: JobFlow): Seq[Any] = {
    val getters = classOf[FlowJobState].getDeclaredMethods.toSeq
      .filter(m => java.lang.reflect.Modifier.isPublic(m.getModifiers) && m.getParameterCount == 0)
      .sortBy(_.getName)
    val states = flow.jobs.asScala.toSeq.map(state => state.reservedMilli +: getters.map(_.invoke(state)))
    Seq(
      flow.history.asScala.toSeq,
      states,
      flow.waiting.asScala.map(_.job.id),
      flow.booked.asScala.map(_.job.id),
      flow.isDone,
      users.map(flow.availableMilli)
    )
  }

  /** Returns deposits - payments + refunds, from the history alone. */
  private def balance(user: Int, flow: JobFlow): Long = {
    var paid = Map.empty[JobId, Long]
    var balance = 0L
    def isOf(id: JobId): Boolean = flow.job(id).job.user == user
    flow.history.asScala.foreach {
      case event: Deposited if event.user == user => balance += event.milli
      case event: Booked if isOf(event.job) =>
        balance -= event.window.costMilli
        paid += event.job -> event.window.costMilli
      case event: Moved if isOf(event.job) =>
        balance += paid(event.job) - event.window.costMilli
        paid += event.job -> event.window.costMilli
      case event: Finished if isOf(event.job)  => balance += event.refunds.asScala.map(_.milli).sum
      case event: Withdrawn if isOf(event.job) => balance += event.refunds.asScala.map(_.milli).sum
      case _                                   => ()
    }
    balance
  }

  private def walked(walk: List[Int])(check: JobFlow => Unit): JobFlow = {
    val flow = new JobFlow(false)
    var tick = 0L
    for (number <- walk) {
      tick += number % 3
      next(flow, tick, number / 3).foreach { event =>
        flow.record(event)
        check(flow)
      }
    }
    flow
  }

  /** Returns the event that a number picks, if the state allows one of its kind. */
  private def next(flow: JobFlow, tick: Long, number: Int): Option[FlowEvent] = {
    val pick = number / 12
    def one(states: Iterable[FlowJobState]): Option[FlowJobState] =
      if (states.isEmpty) None else Some(states.toVector(pick % states.size))
    val waiting = flow.waiting.asScala
    val booked = flow.booked.asScala
    number % 12 match {
      case 0 | 1 => Some(new Deposited(tick, 0, pick % users.size, pick % 5000L))
      case 2 | 3 =>
        val job = JobFixture.job(flow.jobs.size.toLong).user(pick % users.size).build()
        Some(new Submitted(tick, job))
      case 4 | 5 =>
        one(waiting.filter(_.reservedMilli == 0)).map { state =>
          new Reserved(tick, state.job.id, pick % (flow.availableMilli(state.job.user) + 1))
        }
      case 6 | 7 =>
        one(waiting).map { state =>
          val window = windowOf(tick + pick % 20, state.reservedMilli)
          new Booked(tick, 1, state.job.id, window, pick % 14, pick % 4 != 0, pick % 2 == 0)
        }
      case 8 =>
        one(waiting).map { state =>
          if (pick % 2 == 0) new Postponed(tick, 1, state.job.id, PostponeReason.NO_ALTERNATIVE, pick % 5)
          else new Requeued(tick, 1, state.job.id, 1, Refusal.SLOT_TAKEN)
        }
      case 9 =>
        one(booked.filter(state => state.movable && !state.hasBegun(tick))).map { state =>
          val old = flow.windowOf(state.job.id)
          val most = flow.availableMilli(state.job.user) + old.costMilli
          if (pick % 2 == 0)
            new Moved(tick, 1, state.job.id, windowOf(tick + pick % (old.start - tick + 1), pick % (old.costMilli + 1)))
          else
            new Moved(
              tick,
              FlowEvent.NO_CYCLE,
              state.job.id,
              windowOf(tick + pick % (old.start - tick + 1), pick % (most + 1))
            )
        }
      case 10 =>
        one(booked.filter(_.hasBegun(tick))).map { state =>
          new Finished(tick, state.job.id, pick % 5 == 0, refunds(pick % (flow.windowOf(state.job.id).costMilli + 1)))
        }
      case _ =>
        one(waiting ++ booked).map { state =>
          val paid = state.window().map[Long](_.costMilli).orElse(0L)
          if (state.status == JobStatus.WAITING && pick % 2 == 0)
            new Refused(tick, 1, state.job.id, new JobRefusal(RefusalReason.NO_WINDOW, 1, 1))
          else new Withdrawn(tick, state.job.id, refunds(pick % (paid + 1)))
        }
    }
  }

  private def impossible(flow: JobFlow, tick: Long): Seq[FlowEvent] = {
    val ofJobs = flow.jobs.asScala.toSeq.flatMap { state =>
      val id = state.job.id
      val again = new Submitted(tick, state.job)
      again +: (state.status match {
        case JobStatus.WAITING =>
          forBooked(id, tick) ++ Seq(
            new Reserved(tick, id, flow.availableMilli(state.job.user) + state.reservedMilli + 1),
            new Booked(tick, 1, id, windowOf(tick, state.reservedMilli + 1), 1, true, true),
            new Withdrawn(tick, id, refunds(1))
          )
        case JobStatus.BOOKED =>
          val old = flow.windowOf(id)
          val most = flow.availableMilli(state.job.user) + old.costMilli
          forWaiting(id, tick) ++ Seq(
            new Moved(tick, FlowEvent.NO_CYCLE, id, windowOf(old.start + 1, 0)),
            new Moved(tick, FlowEvent.NO_CYCLE, id, windowOf(old.start, most + 1)),
            new Moved(tick, 1, id, windowOf(old.start, old.costMilli + 1)),
            new Moved(old.start, 1, id, windowOf(old.start, 0)),
            new Finished(old.start - 1, id, false, refunds(0)),
            new Finished(old.start, id, false, refunds(old.costMilli + 1)),
            new Withdrawn(tick, id, refunds(old.costMilli + 1))
          )
        case _ =>
          forWaiting(id, tick) ++ forBooked(id, tick) :+ new Withdrawn(tick, id, refunds(0))
      })
    }
    val unknown = JobId.of(1_000_000)
    ofJobs ++ forWaiting(unknown, tick) ++ forBooked(unknown, tick) :+ new Withdrawn(tick, unknown, refunds(0))
  }

  private def forWaiting(id: JobId, tick: Long): Seq[FlowEvent] = Seq(
    new Refused(tick, 1, id, new JobRefusal(RefusalReason.BUDGET, 2, 1)),
    new Postponed(tick, 1, id, PostponeReason.BATCH_FULL, 0),
    new Reserved(tick, id, 0),
    new Requeued(tick, 1, id, 1, Refusal.SLOT_TAKEN),
    new Booked(tick, 1, id, windowOf(tick, 0), 1, true, true)
  )

  private def forBooked(id: JobId, tick: Long): Seq[FlowEvent] = Seq(
    new Moved(tick, FlowEvent.NO_CYCLE, id, windowOf(tick, 0)),
    new Finished(tick, id, false, refunds(0))
  )

  private def refunds(milli: Long): java.util.List[Refund] = Seq(new Refund(1, milli)).asJava

  /** Returns a window of one part of one unit of time, so that its price is its cost. */
  private def windowOf(start: Long, costMilli: Long): Window =
    new Window(Seq(Part.on(Node.of(1, 1, costMilli), start, 1000, costMilli)).asJava)
}
