package dev.waybill.messages.provider.mail;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/// Finds the reply of a mail server in an exception.
final class SmtpReply {

  private static final Pattern CODE = Pattern.compile("(?:^|response: )([45][0-9]{2})\\b");

  private SmtpReply() {}

  /// The code, such as 550; 0 if there is no reply. The refusal of the recipient says more than
  /// what follows from it.
  static int of(MessagingException failed) {
    int code = 0;
    for (Exception one = failed; one != null; one = next(one)) {
      int found = code(one);
      code = found >= 400 ? found : code;
    }
    return code;
  }

  private static @Nullable Exception next(Exception one) {
    return one instanceof MessagingException failed ? failed.getNextException() : null;
  }

  private static int code(Exception one) {
    return switch (one) {
      case SMTPAddressFailedException address -> address.getReturnCode();
      case SMTPSenderFailedException sender -> sender.getReturnCode();
      case SMTPSendFailedException send -> send.getReturnCode();
      case AuthenticationFailedException login -> login(login);
      default -> inText(one);
    };
  }

  /// A login that is refused for good, unless the reply says otherwise.
  private static int login(AuthenticationFailedException failed) {
    int code = inText(failed);
    return code == 0 ? 535 : code;
  }

  private static int inText(Exception one) {
    Matcher matcher = CODE.matcher(one.getMessage() == null ? "" : one.getMessage());
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
