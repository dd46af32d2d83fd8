package io.metasched.service.identity;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.OctetKeyPair;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;

/** Check of Ed25519 signatures by the JDK, because the JOSE library needs another library. */
final class EdwardsSignature {
  private static final int BYTES = 32;

  private EdwardsSignature() {}

  static boolean isOf(OctetKeyPair key, byte[] text, byte[] signature) {
    var given = key.getX().decode();
    if (!Curve.Ed25519.equals(key.getCurve()) || given.length != BYTES) {
      return false;
    }
    var bigEndian = new byte[BYTES];
    for (int i = 0; i < BYTES; i++) {
      bigEndian[i] = given[BYTES - 1 - i];
    }
    boolean isOdd = bigEndian[0] < 0; // the first bit is the sign of the other coordinate
    bigEndian[0] &= 0x7f;
    try {
      var point = new EdECPoint(isOdd, new BigInteger(1, bigEndian));
      var spec = new EdECPublicKeySpec(NamedParameterSpec.ED25519, point);
      var check = Signature.getInstance("Ed25519");
      check.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(spec));
      check.update(text);
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
