//! `textDocument/signatureHelp`. It owns how parameters are marked in a signature's text.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, ServerCapabilities, SignatureHelp,
    SignatureHelpOptions, SignatureHelpParams, SignatureInformation, WorkDoneProgressOptions,
};

use crate::capabilities::ClientSupport;
use crate::positions::Encoding;
use crate::server::Server;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.signature_help_provider = Some(SignatureHelpOptions {
        trigger_characters: Some(["(", ","].map(String::from).to_vec()),
        retrigger_characters: Some([":", ")"].map(String::from).to_vec()),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    });
}

pub(crate) async fn signature_help(server: &Server, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
    let place = params.text_document_position_params;
    let uri = place.text_document.uri.clone();
    let found = server
        .read_typing(&uri, move |snapshot| {
            let position = snapshot.position(&place)?;
            let help = ide::signature_help(&snapshot.db, position)?;
            let text = snapshot.context.support.all.text_document.as_ref();
            let information = text.and_then(|text| text.signature_help.as_ref()?.signature_information.as_ref());
            let parameters = information.and_then(|information| information.parameter_information.as_ref());
            let takes_offsets = parameters.and_then(|parameters| parameters.label_offset_support);
            Some(converted(help, takes_offsets.unwrap_or(false)))
        })
        .await?;
    Ok(found.flatten())
}

fn converted(help: ide::SignatureHelp, takes_offsets: bool) -> SignatureHelp {
    let markdown =
        |text: String| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: text });
    let mut parameters: Vec<ParameterInformation> = Vec::new();
    for range in &help.parameters {
        let text = &help.label[range.start as usize..range.end as usize];
        // Offsets in labels are always UTF-16.
        let start = Encoding::Utf16.width(&help.label[..range.start as usize]);
        let label = if takes_offsets {
            ParameterLabel::LabelOffsets([start, start + Encoding::Utf16.width(text)])
        } else {
            ParameterLabel::Simple(text.to_string())
        };
        parameters.push(ParameterInformation { label, documentation: None });
    }
    if let (Some(active), Some(text)) = (help.active, help.active_documentation)
        && let Some(parameter) = parameters.get_mut(active as usize)
    {
        parameter.documentation = Some(markdown(text));
    }
    // A number behind the last one marks none.
    let active = help.active.unwrap_or(parameters.len() as u32);
    SignatureHelp {
        signatures: vec![SignatureInformation {
            label: help.label,
            documentation: help.documentation.map(markdown),
            parameters: Some(parameters),
            active_parameter: Some(active),
        }],
        active_signature: Some(0),
        active_parameter: Some(active),
    }
}
