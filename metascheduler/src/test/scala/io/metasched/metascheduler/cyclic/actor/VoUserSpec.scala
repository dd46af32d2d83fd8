package io.metasched.metascheduler.cyclic.actor

import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.testkit.typed.scaladsl.{FishingOutcomes, TestProbe}
import akka.actor.typed.ActorRef
import io.metasched.metascheduler.cyclic.actor.VoUser._
import io.metasched.metascheduler.model.RefusalReason
import io.metasched.metascheduler.cyclic.vo.UserLedger.Statement
import io.metasched.resource.owner.{CommandId, Refusal}

final class VoUserSpec extends OrganizationSpec {
  private val id = new CommandId(9, 1)

  private def news(first: Int, notices: Notice*) = new News(first, notices.asJava)

  "A user that gets a request" should {

    "pass on the rejections of the metascheduler" in {
      val user = new Asked
      user.ref ! new SubmitJob(id, aJob(1), 0, user.acting.ref)
      val submit = user.metascheduler.expectMessageType[Metascheduler.Submit]
      submit.replyTo ! new Metascheduler.NotTaken(id, Metascheduler.Rejection.BUSY)

      user.acting.expectMessage(new Rejected(id, Metascheduler.Rejection.BUSY))
    }

    "report that the request was too late, or that a job can never run" in {
      val user = new Asked
      user.ref ! new WithdrawJob(id, job, 5, user.acting.ref)
      val withdraw = user.metascheduler.expectMessageType[Metascheduler.Withdraw]
      withdraw.replyTo ! new Metascheduler.TooLate(id, job)
      user.acting.expectMessage(new Withdrawn(id, job, false))

      user.ref ! new SubmitJob(id, aJob(1), 0, user.acting.ref)
      val submit = user.metascheduler.expectMessageType[Metascheduler.Submit]
      submit.replyTo ! new Metascheduler.Refused(id, job, RefusalReason.NOT_ENOUGH_NODES)
      user.acting.expectMessage(new Submitted(id, job, false))
    }

    "ignore a repeated answer" in {
      val user = new Asked
      user.ref ! new SubmitJob(id, aJob(1), 0, user.acting.ref)
      val submit = user.metascheduler.expectMessageType[Metascheduler.Submit]
      for (_ <- 1 to 2) submit.replyTo ! new Metascheduler.Accepted(id, job)

      user.acting.expectMessage(new Submitted(id, job, true))
      user.hasSaidNothingElse()
    }

    "forward a repeated request, and pass on each answer once" in {
      val user = new Asked
      for (_ <- 1 to 2) {
        user.ref ! new WithdrawJob(id, job, 5, user.acting.ref)
        val withdraw = user.metascheduler.expectMessageType[Metascheduler.Withdraw]
        withdraw shouldBe new Metascheduler.Withdraw(id, job, 5, withdraw.replyTo)
        withdraw.replyTo ! new Metascheduler.Withdrawn(id, job)
        user.acting.expectMessage(new Withdrawn(id, job, true))
      }
    }

    "join with its number" in {
      val user = new Asked
      user.ref ! new Join(id, user.acting.ref)
      val join = user.metascheduler.expectMessageType[Metascheduler.Join]
      join.user shouldBe 4
      join.notices shouldBe user.ref
      join.replyTo ! new Metascheduler.Joined(id)

      user.acting.expectMessage(new Joined(id))
    }
  }

  "The ledger of a user" should {

    "have one deposit for each cycle, even if the request is repeated" in {
      val user = new Asked
      for (cycle <- List(0, 0, 1, 0, 1)) {
        user.ref ! new PayIn(id, cycle, user.metascheduler.ref)
        user.metascheduler.expectMessage(new Metascheduler.Paid(id, 4, cycle, 700))
      }

      user.states() shouldBe new Statement(1400, 0, 0)
    }

    "follow a job to its end" in {
      val user = new Asked
      user.ref ! new PayIn(id, 0, user.metascheduler.ref)
      user.metascheduler.expectMessageType[Metascheduler.Paid]

      user.ref ! news(0, new Planned(job, 0, window("n1 price=3 ..##")))
      user.states() shouldBe new Statement(700, 6000, 0)

      user.ref ! news(1, new Moved(job, window("n1 price=2 .##.")))
      user.states() shouldBe new Statement(700, 10000, 6000)

      user.ref ! news(2, new Finished(job, true, 500))
      user.states() shouldBe new Statement(700, 10000, 6500)
      user.states().balanceMilli shouldBe -2800
    }

    "get the refund of a withdrawn job, and no refund of money that was never paid" in {
      val user = new Asked
      user.ref ! news(0, new Planned(job, 0, window("n1 ..##")))
      user.ref ! news(1, new Requeued(other, 0, 1, Refusal.SLOT_TAKEN))
      user.ref ! news(2, new Refused(other, RefusalReason.BUDGET))

      user.ref ! news(3, new PaidBack(job, 2000))

      user.states() shouldBe new Statement(0, 2000, 2000)
    }
  }

  "A user that has missed notices" should {

    "process each notice once, and in order" in {
      val user = new Asked
      val planned = news(1, new Planned(job, 0, window("n1 price=3 ..##")))
      user.ref ! planned
      user.ref ! news(0, new Received(0, 700))
      user.states() shouldBe new Statement(700, 0, 0)

      for (_ <- 1 to 2) user.ref ! planned
      user.states(2) shouldBe new Statement(700, 6000, 0)
    }

    "process only the new ones of several notices" in {
      val user = new Asked
      user.ref ! news(0, new Received(0, 700), new Received(1, 50))
      user.ref ! news(1, new Received(1, 50), new Received(2, 6), new Received(3, 1))
      user.states(4) shouldBe new Statement(757, 0, 0)

      user.ref ! news(2, new Received(2, 6), new Received(3, 1))
      user.ref ! news(5, new Received(5, 1000))
      user.states(4) shouldBe new Statement(757, 0, 0)
    }

    "report the missed notices when it is asked for its statement" in {
      val user = new Asked
      user.ref ! news(0, new Received(0, 700))

      user.ref ! new StateAccount(id, 3, user.metascheduler.ref)

      user.metascheduler.expectMessage(new Metascheduler.Missed(id, 4, 1))
    }

    "make one deposit for each cycle, from the request or from the notice" in {
      val user = new Asked
      user.ref ! new PayIn(id, 2, user.metascheduler.ref)
      user.metascheduler.expectMessageType[Metascheduler.Paid]
      for (cycle <- 0 to 2) user.ref ! news(cycle, new Received(cycle, 700))

      user.states() shouldBe new Statement(2100, 0, 0)
    }
  }

  "A user that may have recovered" should {

    "repeat its request to join until it gets a reply" in {
      val metascheduler = testKit.createTestProbe[Metascheduler.Command]()
      val ref = testKit.spawn(VoUser.create(4, 700, metascheduler.ref, java.time.Duration.ofMillis(50)))
      val joins = List.fill(3) {
        val join = metascheduler.expectMessageType[Metascheduler.Join]
        wallClock.timePasses(50.millis)
        join
      }
      joins.map(_.user).distinct shouldBe List(4)
      joins.map(_.notices).distinct shouldBe List(ref)

      joins.head.replyTo ! new Metascheduler.Joined(joins.head.id)
      ref ! new StateAccount(id, 0, metascheduler.ref)
      val rest = metascheduler.fishForMessage(300.seconds) {
        case _: Metascheduler.Stated => FishingOutcomes.complete
        case _                       => FishingOutcomes.continueAndIgnore
      }
      rest should have size 1
      wallClock.timePasses(1.minute)
      metascheduler.expectNoMessage(20.millis)
    }
  }

  /** User 4, who pays 0.7 in each cycle, with a caller and a stub metascheduler. */
  private final class Asked {
    val metascheduler: TestProbe[Metascheduler.Command] = testKit.createTestProbe()
    val acting: TestProbe[Reply] = testKit.createTestProbe()
    val ref: ActorRef[Command] = testKit.spawn(VoUser.create(4, 700, metascheduler.ref))

    def states(notices: Int = 0): Statement = {
      ref ! new StateAccount(id, notices, metascheduler.ref)
      val stated = metascheduler.expectMessageType[Metascheduler.Stated]
      stated.user shouldBe 4
      stated.statement
    }

    def hasSaidNothingElse(): Unit = {
      states()
      acting.expectNoMessage(20.millis)
    }
  }
}
